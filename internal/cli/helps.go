package cli

// What the helps of several commands say in the same words.
const (
	enginesHelp = `What does not fit --memory is counted in parts, from files in --tmpdir. Engine cuda
counts on an NVIDIA GPU, in parts what does not fit it, and engine opencl on a device of
OpenCL, of any maker; auto takes a GPU for large files.`

	keepingHelp = `With --checkpoint a count that is killed can go on with --resume. With --plan many
processes share it: it is prepared once, counted in shards anywhere by tricycle count
--plan --shard, and added up by tricycle merge, which writes the rows.`

	outputHelp = `The suffix of the output chooses its form, and .gz or the like behind it compresses.
A file appears when it is complete.`
)
