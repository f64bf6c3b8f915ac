"""The rules in short, as `bridgette rules` prints them."""

from __future__ import annotations

SECTIONS: tuple[tuple[str, int, int], ...] = (
    ("The cards", 1, 3),
    ("Deal and exchange", 4, 8),
    ("The auction", 9, 16),
    ("The play", 17, 24),
    ("Scoring", 25, 27),
    ("Claims and resignation", 28, 29),
)

RULES: dict[str, str] = {
    "R1": (
        "The pack has 55 different cards: the usual 52, from the 2 to the ace of clubs, "
        "diamonds, hearts and spades, and three colons, Grand, Royal and Little. "
        "A colon has no suit and no rank."
    ),
    "R2": (
        "Within a suit the cards rank, from high to low, A K Q J 10 9 8 7 6 5 4 3 2. "
        "In bidding, and only there, no trumps ranks highest, then spades, hearts, diamonds "
        "and clubs."
    ),
    "R3": (
        "Each colon has a range, the cards it matches in every suit: Grand the 4 aces, "
        "Royal the 12 jacks, queens and kings, Little the 36 cards from 2 to 10."
    ),
    "R4": (
        "The first dealer is chosen at random, and the players take turns after that. "
        "One player deals the first, third, fifth and (if there is one) seventh deal, "
        "the other the second, fourth and sixth."
    ),
    "R5": (
        "Each player is dealt 13 cards, one at a time, the first to the non-dealer. "
        "The other 29 cards are the stock, whose top card, the up-card, is turned up for "
        "both players to see."
    ),
    "R6": (
        "The non-dealer exchanges first and draws the first 2 cards of the stock. "
        "Ruling: the up-card is the first of these two, unless house rule up_card is aside."
    ),
    "R7": (
        "After the non-dealer, the dealer draws the next cards of the stock: 4 if the up-card "
        "is a 2 to 10 or Little, 8 if it is a jack, queen, king or Royal, 12 if it is an ace or "
        "Grand."
    ),
    "R8": (
        "Drawing is not optional. Each player then keeps any 13 of the cards held and discards "
        "the others face down: 2 for the non-dealer, 4, 8 or 12 for the dealer. "
        "The opponent sees only how many are discarded. "
        "Discards and undrawn stock are out of play."
    ),
    "R9": (
        "There are 36 bids: 0NT, then 1C 1D 1H 1S 1NT, and so on at each level up to 7C 7D 7H 7S "
        "7NT, each ranking above the one before. There is no suit bid at level 0. "
        "A bid of level n is a contract to win 6 + n tricks."
    ),
    "R10": (
        "The dealer calls first, and calls alternate from there. "
        "A call is a pass, a bid, a double or a redouble."
    ),
    "R11": (
        "A bid must rank above the last bid. "
        "A player may outbid a bid of their own, which can come up once the opponent has "
        "doubled it."
    ),
    "R12": (
        "A suit bid needs at least 2 cards of that suit in hand. "
        "A no-trump bid, 0NT included, needs at least one card of every suit. "
        "Colons count for neither."
    ),
    "R13": (
        "A jump in a suit needs at least 4 cards of that suit; a jump is a bid at a level above "
        "the lowest at which that denomination outranks the last bid. "
        "Ruling: an opening bid is never a jump, there being no bid to jump over, unless house "
        "rule opening_jump is yes. "
        "Ruling: a jump in no trumps needs only one card of every suit, as in R12."
    ),
    "R14": (
        "Only the opponent's bid may be doubled, and only if it is the last bid and not doubled "
        "yet. Only one's own bid may be redoubled, and only if it is the last bid and has been "
        "doubled but not redoubled. "
        "A new bid cancels both."
    ),
    "R15": (
        "After any bid, the first pass ends the auction; the maker of the last bid is declarer, "
        "and that bid is the contract. "
        "Ruling: this is so even when the bidder is the one who passes, after a double."
    ),
    "R16": (
        "Ruling: a pass before any bid does not end the auction; the other player may still bid, "
        "and after a bid the first player may call again. "
        "Ruling: if both players pass without a bid the deal is passed out, nobody scores, and it "
        "counts as one of the six, unless house rule passed_out is redeal."
    ),
    "R17": (
        "There are 13 tricks, each of one card from either player. "
        "Declarer's opponent leads to the first trick, and the winner of a trick leads to the "
        "next."
    ),
    "R18": (
        "If a suit card is led, the second player must follow suit if able; R20 is the one "
        "exception. A player with no card of that suit may play any suit card and need not trump."
    ),
    "R19": (
        "The highest trump wins the trick; if it holds no trump, the highest card of the suit "
        "led wins. R22 and R24 say how tricks with a colon are won."
    ),
    "R20": (
        "When a suit card is led, the second player may play the colon whose range that card is "
        "in, instead of following suit and even when able to follow."
    ),
    "R21": (
        "A colon may not be played to a led suit card that is outside its range. "
        "Ruling: a player who holds nothing but such colons must play one; it loses the trick, "
        "and no suit is barred."
    ),
    "R22": (
        "A matching colon that is played to a led suit card always loses the trick, even to a "
        "trump lead and in no trumps. The leader may not lead that same suit to the very next "
        "trick; the bar lasts for one trick only."
    ),
    "R23": (
        "A barred leader may lead a colon. "
        "Ruling: if the leader holds only cards of the barred suit, the bar lapses. "
        "Ruling: if the leader holds only cards of the barred suit and colons, a colon must be led."
    ),
    "R24": (
        "A colon may be led, to the first trick too, and the second player may then play any card "
        "at all. A trump wins against it, and so does a suit card in the colon's range; anything "
        "else, another colon included, loses to it. "
        "No suit is barred afterwards."
    ),
    "R25": (
        "If declarer wins at least the tricks of the contract, declarer alone scores "
        "m x (value + accuracy + completion). "
        "The contract sets the value, the tricks won set the accuracy, and the doubling sets "
        "the completion and m, as tabled. "
        "Ruling: m multiplies the whole sum, unless house rule bonus is flat."
    ),
    "R26": (
        "If declarer wins fewer tricks than the contract, only the opponent scores, by the "
        "number of tricks missing, as tabled. "
        "The doubling is in the table already, so nothing is multiplied again. "
        "Ruling: 8 or more tricks missing score as 7."
    ),
    "R27": (
        "After six deals the higher total wins the game. "
        "If the totals are equal a seventh deal is played. "
        "Ruling: if they are still equal the game is a draw."
    ),
    "R28": (
        "The player about to lead to a trick may claim any number of the remaining tricks, from "
        "0 to all of them, once per lead. "
        "If the opponent accepts, the claimer gets that many, the opponent the rest, and the deal "
        "is scored. If the opponent declines, play goes on and nothing is binding. "
        "This is an addition to the published rules."
    ),
    "R29": (
        "A player may resign the game when on turn, and the other player wins it. "
        "The scores stand as they are, and the deal in progress is not scored. "
        "This is an addition to the published rules."
    ),
}

HOUSE_RULES: dict[str, str] = {
    "up_card": (
        "stock (default): the up-card is the first card of the stock that the non-dealer draws "
        "(R6). aside: the up-card is set aside and the draws start with the card under it."
    ),
    "opening_jump": (
        "no (default): an opening bid is never a jump (R13). "
        "yes: an opening suit bid above level 1 is a jump and needs 4 cards of the suit."
    ),
    "passed_out": (
        "counts (default): a passed-out deal counts as one of the six (R16). "
        "redeal: the same dealer deals again and the passed-out deal does not count."
    ),
    "bonus": (
        "multiplied (default): a made contract scores m x (value + accuracy + completion) (R25). "
        "flat: it scores m x value + accuracy + completion."
    ),
}

TABLES: dict[str, str] = {
    "R25": """\
Contract                                      Value
0NT, 1C 1D 1H 1S                                150
1NT 2NT, 2C 2D 2H 2S, 3C 3D 3H 3S, 4C 4D        250
3NT 4NT, 4H 4S, 5C 5D 5H 5S                     750
5NT, 6C 6D 6H 6S                               1500
6NT, 7C 7D 7H 7S                               2200
7NT                                            2500

Accuracy                     Exact  3 more  Other overtricks
0NT, and levels 1 to 4         250     350                 0
5C 5D 5H 5S 5NT                250       -                 0
6C 6D 6H 6S 6NT                100       -                 0
7C 7D 7H 7S 7NT                  0       -                 -

Doubling                 Undoubled  Doubled  Redoubled
Completion                       0      400       1000
m                                1        2          4""",
    "R26": """\
Tricks missing           Undoubled  Doubled  Redoubled
1                              100      200        300
2                              200      500        700
3                              300      800       1100
4                              400     1100       1500
5                              700     2000       2700
6 or 7                        1000     3000       4000""",
}
