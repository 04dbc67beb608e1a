// Rows that are too long for the first kernel of a method are put off, in
// pieces that the blocks of a second kernel take in turn.
#pragma once
#include "entries.h"

// A piece has at least PIECE entries, and a row at most MOST_PIECES pieces: a
// block prepares something of the whole row for each.
HOST_CONST u64 PIECE = 2048;
HOST_CONST u64 MOST_PIECES = 512;

DEVICE u64 pieceSize(u64 length) { return length <= PIECE * MOST_PIECES ? PIECE : (length + MOST_PIECES - 1) / MOST_PIECES; }

// putOff appends the pieces of a row. One thread calls it.
DEVICE void putOff(u64 row, u64 length, u64* pieces, u64* count) {
  u64 size = pieceSize(length), number = (length + size - 1) / size, at = atomicAdd(count, number);
  for (u64 i = 0; i < number; i++) pieces[at + i] = row * MOST_PIECES + i;
}

// Piece is the entries from first to last of a row that begins at begin.
struct Piece {
  u64 begin, length, first, last;
};

DEVICE Piece pieceOf(const u64* offsets, u64 number) {
  u64 row = number / MOST_PIECES, begin = offsets[row], length = offsets[row + 1] - begin;
  u64 size = pieceSize(length), first = number % MOST_PIECES * size;
  return {begin, length, begin + first, begin + min64(first + size, length)};
}
