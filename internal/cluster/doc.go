// Package cluster says what a plan that many machines share takes: bytes, tasks, and time
// by what is the bottleneck. It divides what others know of a plan among the machines.
package cluster
