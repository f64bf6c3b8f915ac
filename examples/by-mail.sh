#!/bin/sh
# Plays a whole game by mail. Two folders stand for two computers, Ann's and Bob's, and a third one
# for the mail: each message is a file in it, written by `send` on the one side and read by
# `receive` on the other. Nothing else passes between the two. With a mail program in place of the
# folder this is how to play: see ../docs/mail.md.
#
# Set BRIDGETTE to use another program, for instance: BRIDGETTE="python -m bridgette"
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
trap 'exit 1' HUP INT TERM
cd "$folder"
mkdir ann bob mail
number=0

program() { ${BRIDGETTE:-bridgette} "$@"; } # unquoted: it may be several words

at() { # at NAME COMMAND [ARGUMENT...]: does it at the computer of that player, who sits in a seat
    name=$1 word=$2
    shift 2
    (
        cd "$name"
        export BRIDGETTE_SEAT="$name"
        program "$word" game.yaml "$@"
    )
}
ann() { turn ann "$@"; }
bob() { turn bob "$@"; }
turn() { # turn NAME COMMAND [ARGUMENT...]: says so, too
    name=$1 word=$2
    shift 2
    echo "[$name] bridgette $word game.yaml${*:+ $*}"
    at "$name" "$word" "$@"
}

mail() { # mail FROM TO: the game goes by mail from the one to the other
    number=$((number + 1))
    echo "[mail $number] $1 writes to $2"
    at "$1" send --from "$1@example.org" --to "$2@example.org" >"mail/$number.eml"
    news=$(at "$2" receive "../mail/$number.eml")
    echo "$news" | sed 's/^/    /'
}
to_bob() { mail ann bob; }
to_ann() { mail bob ann; }

echo '== Ann starts a game. The first message brings it to Bob. =='
ann new --north Ann --south Bob --dealer north --seed rook --id by-mail
to_bob

echo
echo '== Deal 1. Bob looks at his hand; then the exchange, the auction, some tricks, a claim. =='
bob show
bob exchange 4H 5C
to_ann
ann exchange 9S 6S 2D 7C
ann bid 1H
to_bob
bob bid 2D
to_ann
ann double --say 'are you sure?'
to_bob
bob pass
to_ann
ann play 7H
to_bob
bob play TH
bob play JS
to_ann
ann play KS
ann play QH
to_bob
bob play 6H
to_ann
ann play 8H
to_bob
bob play 4D
bob claim 8
to_ann
ann accept

echo
echo '== Deal 2. It is dealt as the first one ends, and Ann goes on before she writes. =='
ann exchange 4H 3H
to_bob
bob exchange Little TS 9S 8S 2S 9D 8D 5D 3D 7C 6C 2C
bob bid 3NT
to_ann
ann bid 4C
to_bob
bob double
to_ann
ann redouble
to_bob
bob pass
bob claim 8
to_ann
ann accept
to_bob

echo
echo '== Deal 3. A message that comes twice does no harm. =='
bob exchange 7S 2D
to_ann
to_ann
ann exchange 6S 5S 4S 2S 4H 2H 3C 2C
ann bid 1D
to_bob
bob bid 1H
to_ann
ann bid 1NT
to_bob
bob pass
bob claim 1
to_ann
ann accept

echo
echo '== Deals 4 to 6. =='
ann exchange 7H 6D
to_bob
bob exchange 9S 2S 5D 8C
bob bid 1H
to_ann
ann bid 1S
to_bob
bob bid 1NT
to_ann
ann pass
ann claim 5
to_bob
bob accept
bob exchange 8H 2D
to_ann
ann exchange Little 7S 7H 6H 5H 4H 7C 2C
ann bid 1D
to_bob
bob bid 1S
to_ann
ann pass
ann claim 4
to_bob
bob accept
to_ann
ann exchange 3H 6D
to_bob
bob exchange 5S 9D 3D 2D
bob bid 1H
to_ann
ann bid 4S
to_bob
bob pass
bob claim 4
to_ann
ann accept
to_bob

echo
echo "== The game is over after $number messages. =="
cmp ann/game.yaml bob/game.yaml
echo 'The two files are the same, byte for byte.'
echo
program score bob/game.yaml
