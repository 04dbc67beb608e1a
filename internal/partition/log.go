package partition

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"math/bits"
	"os"
	"sync"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/atomicfile"
)

// Counted is a finished subtask.
type Counted struct {
	Subtask   Subtask `json:"subtask"`
	Triangles uint64  `json:"triangles"`
}

// Sum adds up subtasks; [graph.ErrOverflow] where 64 bits do not hold the sum.
func Sum(counted []Counted) (uint64, error) {
	sum := uint64(0)
	for _, c := range counted {
		carry := uint64(0)
		if sum, carry = bits.Add64(sum, c.Triangles, 0); carry != 0 {
			return 0, graph.ErrOverflow
		}
	}
	return sum, nil
}

// check says where a count cannot be.
func (w *work) check(c Counted) error {
	if most := w.most(c.Subtask); c.Triangles > most {
		return fmt.Errorf("%w: subtask %v has %d triangles of %d at most", ErrDamaged, c.Subtask, c.Triangles, most)
	}
	return nil
}

// sum adds up subtasks of p, and says where the sum cannot be.
func (p *Plan) sum(counted []Counted) (uint64, error) {
	triangles, err := Sum(counted)
	if err == nil && !p.Graph.holds(triangles) {
		err = fmt.Errorf("%w: %d triangles have three wedges each, and there are %v", ErrDamaged, triangles, p.Graph.Wedges)
	}
	return triangles, err
}

// Log is the file in which the subtasks of a plan are written down as they are
// finished. It may be used from several goroutines at once.
//
// Each line ends with its checksum: "tricycle-log 1 ID", with the plan's, and
// then "I J K TRIANGLES" for each subtask. A line is synced before the next one
// is written, so all that a kill can leave is a torn last line.
type Log struct {
	mu     sync.Mutex
	file   *os.File
	name   string
	failed error
}

// OpenLog opens the log of a plan, which is made where there is none, and
// returns the subtasks that it has. A torn last line is dropped; everything else
// that is not as it was written is a [*graph.InputError].
func OpenLog(name string, plan *Plan) (*Log, []Counted, error) {
	file, err := os.OpenFile(name, os.O_RDWR, 0)
	if errors.Is(err, fs.ErrNotExist) {
		if err = createLog(name, plan); err == nil {
			file, err = os.OpenFile(name, os.O_RDWR, 0)
		}
	}
	if err != nil {
		return nil, nil, unreadable(name, err)
	}
	counted, end, err := readLog(file, name, plan)
	if err == nil {
		err = truncate(file, end)
	}
	if err != nil {
		file.Close()
		return nil, nil, err
	}
	return &Log{file: file, name: name}, counted, nil
}

func createLog(name string, plan *Plan) error {
	file, err := atomicfile.Create(name)
	if err != nil {
		return err
	}
	defer file.Discard()
	if err := writeWhole(file, logLine("tricycle-log 1 %s", plan.ID)); err != nil {
		return err
	}
	return file.Commit()
}

// truncate leaves a file with its first bytes, to be written from there on.
func truncate(file *os.File, size int64) error {
	if err := file.Truncate(size); err != nil {
		return err
	}
	_, err := file.Seek(size, io.SeekStart)
	return err
}

// readLog returns the subtasks of a log and where its last whole line ends.
func readLog(r io.Reader, name string, plan *Plan) ([]Counted, int64, error) {
	const (
		longestHead = 128
		longestLine = 64
	)
	data, err := readAtMost(r, longestHead+longestLine*int64(plan.Grid.Size()+1))
	if err != nil {
		return nil, 0, unreadable(name, err)
	}
	data = data[:bytes.LastIndexByte(data, '\n')+1]
	known := make(map[Subtask]bool) // and whether it is finished
	for t := range plan.Grid.Subtasks() {
		known[t] = false
	}
	work := plan.newWork()
	var counted []Counted
	number := int64(0)
	for line := range bytes.Lines(data) {
		number++
		bad := func(err error) error { return &graph.InputError{File: name, Line: number, Err: err} }
		text, ok := checkedLine(line)
		if !ok {
			return nil, 0, bad(fmt.Errorf("%w: the checksum is another", ErrDamaged))
		}
		if number == 1 {
			if want := "tricycle-log 1 " + plan.ID; text != want {
				return nil, 0, &graph.InputError{File: name, Line: 1, Expected: want, Found: text}
			}
			continue
		}
		c := Counted{}
		if _, err := fmt.Sscanf(text, "%d %d %d %d", &c.Subtask.I, &c.Subtask.J, &c.Subtask.K, &c.Triangles); err != nil || !bytes.Equal(line, c.logLine()) {
			return nil, 0, bad(fmt.Errorf("%w: no subtask and its triangles", ErrDamaged))
		}
		if finished, ok := known[c.Subtask]; !ok || finished {
			return nil, 0, bad(fmt.Errorf("%w: %v is no subtask, or twice there", ErrDamaged, c.Subtask))
		}
		if err := work.check(c); err != nil {
			return nil, 0, bad(err)
		}
		known[c.Subtask] = true
		counted = append(counted, c)
	}
	if number == 0 {
		return nil, 0, &graph.InputError{File: name, Err: ErrTruncated}
	}
	if _, err := plan.sum(counted); err != nil {
		return nil, 0, &graph.InputError{File: name, Err: err}
	}
	return counted, int64(len(data)), nil
}

// logLine writes a line with its checksum at the end.
func logLine(format string, values ...any) []byte {
	text := fmt.Appendf(nil, format, values...)
	return fmt.Appendf(text, " %08x\n", crc32.Checksum(text, castagnoli))
}

func (c Counted) logLine() []byte {
	return logLine("%d %d %d %d", c.Subtask.I, c.Subtask.J, c.Subtask.K, c.Triangles)
}

// checkedLine returns the text of a line whose checksum is right.
func checkedLine(line []byte) (string, bool) {
	at := bytes.LastIndexByte(line, ' ')
	if at < 0 {
		return "", false
	}
	text := line[:at]
	return string(text), bytes.Equal(line, logLine("%s", text))
}

// Add writes down a subtask. When it returns, a kill does not undo it. After an
// error nothing more is written.
func (l *Log) Add(c Counted) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.failed == nil {
		l.failed = writeWhole(l.file, c.logLine())
	}
	if l.failed == nil {
		l.failed = l.file.Sync()
	}
	if l.failed != nil {
		return fmt.Errorf("write %s: %w", l.name, l.failed)
	}
	return nil
}

// Close closes the file.
func (l *Log) Close() error { return l.file.Close() }
