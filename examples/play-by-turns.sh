#!/bin/sh
# Plays a game turn by turn, as two people would, in a temporary folder.
#
# Each turn is one command, by the player whose turn it is: BRIDGETTE_SEAT says who sits at this
# keyboard, and a move for the other seat would be refused. The seed makes the decks the same
# every time. Set BRIDGETTE to use another program, for instance: BRIDGETTE="python -m bridgette"
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
trap 'exit 1' HUP INT TERM
cd "$folder"
unset BRIDGETTE_SEAT

program() { ${BRIDGETTE:-bridgette} "$@"; } # unquoted: it may be several words

turn() { # turn NAME SEAT COMMAND [ARGUMENT...]: says who does what, and does it
    name=$1 seat=$2 word=$3
    shift 3
    typed="bridgette $word game.yaml"
    for argument; do
        case $argument in
            *' '*) typed="$typed '$argument'" ;;
            *) typed="$typed $argument" ;;
        esac
    done
    echo "[$name] $typed"
    (
        export BRIDGETTE_SEAT="$seat"
        program "$word" game.yaml "$@"
    )
}
ann() { turn Ann north "$@"; }
bob() { turn Bob south "$@"; }

echo '== A new game: Ann sits north and deals first. =='
program new game.yaml --north Ann --south Bob --dealer north --seed rook --id play-by-turns

echo
echo '== Deal 1. Bob looks at his hand. Then both exchange, he first. =='
bob show
bob exchange 4H 5C
ann exchange 9S 6S 2D 7C

echo
echo '== The auction: Bob ends up in five diamonds, doubled. =='
ann bid 1H
bob bid 2D
ann bid 2H
bob bid 3D
ann bid 4H
bob bid 5D
ann double
bob pass

echo
echo '== The play: thirteen tricks. The winner of each leads to the next. =='
ann play 7H
bob play TH

bob play JS
ann play KS

ann play QH
bob play 6H

ann play 8H
bob play 4D

bob play AC
ann play 8C

bob play KD
ann play AD

ann play 2H
bob play 8D

bob play 4S
ann play Little --say 'no more spades now'

bob play Grand
ann play JD

ann play KC
bob play 9D

bob play 5S
ann play 9H

bob play Royal
ann play JC

ann play JH
bob play TD

echo
echo '== Deals 2 to 6, a script of moves each: instead of playing, they agree on a claim. =='
agree() { # agree NUMBER: makes the moves that come on standard input
    echo "[both] deal $1: bridgette apply game.yaml"
    program apply game.yaml
}
agree 2 <<'MOVES'
north exchange 4H 3H
south exchange Little TS 9S 8S 2S 9D 8D 5D 3D 7C 6C 2C
south bid 3NT
north bid 4C
south double
north redouble
south pass
south claim 8
north accept
MOVES
agree 3 <<'MOVES'
south exchange 7S 2D
north exchange 6S 5S 4S 2S 4H 2H 3C 2C
north bid 1D
south bid 1H
north bid 1NT
south bid 2C
north bid 2D
south bid 2H
north bid 3D
south pass
south claim 1
north accept
MOVES
agree 4 <<'MOVES'
north exchange 7H 6D
south exchange 9S 2S 5D 8C
south bid 1H
north bid 1S
south bid 1NT
north bid 2C
south bid 2H
north bid 2S
south bid 3NT
north bid 4S
south bid 5H
north bid 5S
south double
north pass
south claim 5
north accept
MOVES
agree 5 <<'MOVES'
south exchange 8H 2D
north exchange Little 7S 7H 6H 5H 4H 7C 2C
north bid 1D
south bid 1S
north bid 2D
south bid 2S
north bid 3D
south bid 3S
north bid 4D
south bid 4S
north pass
north claim 4
south accept
MOVES
agree 6 <<'MOVES'
north exchange 3H 6D
south exchange 5S 9D 3D 2D
south bid 1H
north bid 4S
south pass
south claim 4
north accept
MOVES

echo
echo '== The score sheet. =='
program score game.yaml
