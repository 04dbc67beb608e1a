package cli

import (
	"os"
	"strconv"
	"strings"

	"github.com/tricycle-graph/tricycle/internal/partition"
)

// Where Slurm and Kubernetes say which task of several a process is.
const (
	slurmTask  = "SLURM_ARRAY_TASK_ID"
	slurmFirst = "SLURM_ARRAY_TASK_MIN"
	slurmLast  = "SLURM_ARRAY_TASK_MAX"
	slurmTasks = "SLURM_ARRAY_TASK_COUNT"
	podIndex   = "JOB_COMPLETION_INDEX"
)

// shardOf reads --shard: 3/64, or /64, of which the environment numbers the
// shard, or "" where it tells how many there are, too.
//
// A task of a Slurm array is the shard of its number, so that a part of an array
// can be run again; how many shards there are is known without being said only
// where the array has all numbers from 1 on. Kubernetes numbers from 0, and does
// not say how many there are.
func shardOf(text string) (number, of int, err error) {
	first, second, divided := strings.Cut(text, "/")
	if text != "" && !divided {
		return 0, 0, usagef("--shard %s is not like 3/64 or /64", text)
	}
	switch {
	case first != "":
		number, err = positive("--shard "+text, first)
	default:
		number, err = task()
	}
	if err != nil {
		return 0, 0, err
	}
	if divided {
		of, err = positive("--shard "+text, second)
	} else {
		of, err = tasks()
	}
	if err != nil {
		return 0, 0, err
	}
	if number > of {
		return 0, 0, usagef("there is no shard %d of %d", number, of)
	}
	return number, of, nil
}

// task returns the number that the environment gives this process, from 1 on.
func task() (int, error) {
	slurm, index := os.Getenv(slurmTask), os.Getenv(podIndex)
	switch {
	case slurm != "" && index != "":
		return 0, usagef("%s and %s are both set; give --shard NUMBER/SHARDS", slurmTask, podIndex)
	case slurm != "" && os.Getenv(slurmFirst) == "0":
		return 0, usagef("shards are numbered from 1, the job array from 0; submit it with --array=1-SHARDS")
	case slurm != "":
		return positive(slurmTask, slurm)
	case index != "":
		n, err := strconv.ParseUint(index, 10, 31)
		if err != nil || n >= partition.MaxShards {
			return 0, usagef("%s is %q, not a number", podIndex, index)
		}
		return int(n) + 1, nil
	}
	return 0, usagef("which shard is not said: give --shard NUMBER/SHARDS, or set %s or %s", slurmTask, podIndex)
}

// tasks returns how many tasks the environment says that there are.
func tasks() (int, error) {
	count := os.Getenv(slurmTasks)
	if count == "" || os.Getenv(slurmFirst) != "1" || os.Getenv(slurmLast) != count {
		return 0, usagef("how many shards there are is not said: give --shard /SHARDS, or submit the job array with --array=1-SHARDS")
	}
	return positive(slurmTasks, count)
}

func positive(what, text string) (int, error) {
	n, err := strconv.ParseUint(text, 10, 31)
	if err != nil || n == 0 || n > partition.MaxShards {
		return 0, usagef("%s: %q is not a number from 1 to %d", what, text, partition.MaxShards)
	}
	return int(n), nil
}
