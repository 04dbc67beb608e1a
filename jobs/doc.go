// Package jobs counts triangles in steps: a count can be killed and resumed, and many
// machines can share it.
//
// A job is kept in a file system of objects: a folder, or whatever implements [FS].
// [Prepare] cuts a graph into blocks and writes the plan of its subtasks. Then
// either one process counts all of them,
//
//	job, err := jobs.Prepare(ctx, jobs.Dir("run1"), jobs.Request{File: "kron.bin"}, triangle.Options{})
//	...
//	result, err := job.Count(ctx, triangle.Options{})
//
// or any number of processes on any machines count a shard each, with [Job.Run],
// and one of them adds up with [Job.Merge]. A process that was killed is started again
// in the same way: what was finished is there, and is not done again. It does no harm
// if two do the same.
//
// If the processes have no place in common to write to, [Job.Shard] returns what it
// counts, and [Job.Sum] adds up.
//
// A job whose Request has a Question finds the triangles of each vertex or edge, too:
// [Job.Vertices] and [Job.Edges] are its Count, [Job.ShardTo] its Shard, and
// [Job.SumVertices] and [Job.SumEdges] its Sum.
package jobs
