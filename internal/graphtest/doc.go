// Package graphtest is for tests: small graphs whose counts are known, random
// graphs by seed, and counts by brute force to hold fast ones against.
package graphtest
