// Package ptx runs kernels without a GPU: it interprets the part of PTX that
// clang makes of the kernels here, for tests.
//
// A warp's lanes run in lockstep as far as they agree on where they are, and
// apart where they do not; they meet again where their paths do. What names its
// lanes (shuffles, votes, barriers of a warp) waits for just these lanes, so a
// mask that names one too many is found as threads that wait for ever. All
// blocks that a device would hold at once take turns.
//
// Every address is checked against the allocation or the shared variable that
// it is in, and for its alignment. Two threads that touch a word with nothing
// that orders them (a barrier of their block, or of their warp that both are in),
// one of them changing it, are a race, unless both do it by atomics or volatile:
// also within a warp, where a GPU need not run lanes together, and between blocks.
// Storing what is there already changes nothing. The first [Fault] ends a launch.
package ptx
