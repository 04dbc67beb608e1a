package ptx

import (
	"fmt"
	"strconv"
	"strings"
)

// step is an instruction, decoded: it does its work for the lanes of a mask.
type step struct {
	do   func(w *warp, mask uint32)
	line int
}

// wait is an instruction that waits for lanes before it is done.
type wait struct {
	step
	block bool // for all threads of the block, else for those of a mask
	mask  int  // register of the mask; -1 for all lanes
}

// constant is a register that the instructions only read.
type constant struct {
	kind   constantKind
	value  uint64
	number int // of the parameter, the variable, the axis
}

type constantKind int

const (
	immediate constantKind = iota
	parameter
	address
	thread
	blockIndex
	blockSize
	gridSize
	laneNumber
)

// since is for how long a constant stays what it is.
type since int

const (
	sinceBuild  since = iota // as long as a block of threads is used again
	sinceLaunch              // in all blocks of a launch
	sinceStart               // in one block
)

func (k constantKind) since() since {
	switch k {
	case immediate, address, laneNumber:
		return sinceBuild
	case blockIndex:
		return sinceStart
	}
	return sinceLaunch
}

type decoder struct {
	kernel     *Kernel
	registers  map[string]int
	predicates map[string]int
	isPred     map[string]bool // by name, or prefix of names
	constants  map[string]int
}

func newDecoder(k *Kernel) *decoder {
	return &decoder{kernel: k, registers: map[string]int{}, predicates: map[string]int{}, isPred: map[string]bool{}, constants: map[string]int{}}
}

func (d *decoder) declare(name string, pred bool) { d.isPred[name] = pred }

// find numbers a register when it is first named.
func (d *decoder) find(name string, numbers map[string]int, pred bool) (int, error) {
	if i, found := numbers[name]; found {
		return i, nil
	}
	is, declared := d.isPred[name]
	if !declared {
		is, declared = d.isPred[strings.TrimRight(name, "0123456789")]
	}
	if !declared || is != pred {
		return 0, fmt.Errorf("no such register: %s", name)
	}
	numbers[name] = len(numbers)
	return numbers[name], nil
}

func (d *decoder) register(name string) (int, error)  { return d.find(name, d.registers, false) }
func (d *decoder) predicate(name string) (int, error) { return d.find(name, d.predicates, true) }

var specials = map[string]constantKind{"tid": thread, "ctaid": blockIndex, "ntid": blockSize, "nctaid": gridSize}

// source is a register, or a constant as if it were one.
func (d *decoder) source(word string) (int, error) {
	c := constant{}
	if n, err := strconv.ParseInt(word, 0, 64); err == nil {
		c.value = uint64(n)
	} else if n, err := strconv.ParseUint(word, 0, 64); err == nil {
		c.value = n
	} else if name, axis, found := strings.Cut(word, "."); found && specials[strings.TrimPrefix(name, "%")] != 0 {
		c.kind, c.number = specials[name[1:]], strings.Index("xyz", axis)
	} else if word == "%laneid" {
		c.kind = laneNumber
	} else if i := d.variable(word); i >= 0 {
		c.kind, c.number = address, i
	} else {
		return d.register(word)
	}
	return d.constant(word, c), nil
}

func (d *decoder) constant(name string, c constant) int {
	i, found := d.constants[name]
	if !found {
		i = len(d.constants)
		d.constants[name] = i
		d.kernel.constants = append(d.kernel.constants, c)
	}
	return len(d.registers) + i // all of which are known, see finish
}

func (d *decoder) variable(name string) int {
	for i, v := range d.kernel.shared {
		if v.name == name {
			return i
		}
	}
	return -1
}

// narrow is a source of an instruction of width bits: an immediate below zero
// is cut to them.
func (d *decoder) narrow(word string, bits int) (int, error) {
	if n, err := strconv.ParseInt(word, 0, 64); err == nil && n < 0 && bits < 64 {
		word = strconv.FormatUint(uint64(n)&(1<<bits-1), 10)
	}
	return d.source(word)
}

// finish cuts the statements into blocks and decodes them.
func (d *decoder) finish(k *Kernel) error {
	for _, s := range k.statements { // so that constants come after all registers
		for _, w := range s.words {
			w, _, _ = strings.Cut(strings.Trim(w, "[]"), "+")
			if _, err := d.register(w); err != nil {
				_, _ = d.predicate(w)
			}
		}
	}
	labels := map[string]int{}
	var targets []string // of each block
	add := func() { k.blocks = append(k.blocks, block{guard: -1}); targets = append(targets, "") }
	add()
	for _, s := range k.statements {
		b := &k.blocks[len(k.blocks)-1]
		fresh := len(b.steps) == 0 && b.wait == nil && b.end == falls
		if s.label != "" {
			if !fresh {
				add()
			}
			labels[s.label] = len(k.blocks) - 1
			continue
		}
		guard := -1
		if s.guard != "" {
			var err error
			if guard, err = d.predicate(s.guard); err != nil {
				return fmt.Errorf("line %d: %w", s.line, err)
			}
		}
		if s.opcode[0] == "bra" || s.opcode[0] == "ret" && guard < 0 {
			b.guard, b.not, b.line, b.end = guard, s.unless, s.line, returns
			if s.opcode[0] == "bra" {
				b.end, targets[len(targets)-1] = branches, s.words[0]
			}
			add()
			continue
		}
		w, do, err := d.decode(s)
		if err != nil {
			return fmt.Errorf("line %d: %s: %w", s.line, strings.Join(s.opcode, "."), err)
		}
		if guard >= 0 {
			if w != nil || s.opcode[0] == "ret" {
				return fmt.Errorf("line %d: a guard before %s", s.line, s.opcode[0])
			}
			do = guarded(guard, s.unless, do)
		}
		if w != nil {
			if !fresh {
				add()
				b = &k.blocks[len(k.blocks)-1]
			}
			w.line = s.line
			b.wait = w
		} else {
			b.steps = append(b.steps, step{do, s.line})
		}
		b.line = s.line
	}
	if last := len(k.blocks) - 1; k.blocks[last].end == falls && len(k.blocks[last].steps) == 0 {
		k.blocks[last].end = returns
	}
	for i := range k.blocks {
		b := &k.blocks[i]
		if b.end == branches {
			to, found := labels[targets[i]]
			if !found {
				return fmt.Errorf("line %d: no label %s", b.line, targets[i])
			}
			b.next = append(b.next, to)
		}
		if b.end == falls || b.end == branches && b.guard >= 0 {
			b.next = append(b.next, i+1)
		}
	}
	k.registers, k.predicates = len(d.registers), len(d.predicates)
	k.blocks = arrange(k.blocks)
	return nil
}

func guarded(p int, not bool, do func(*warp, uint32)) func(*warp, uint32) {
	return func(w *warp, mask uint32) {
		on := w.p[p]
		if not {
			on = ^on
		}
		if mask &= on; mask != 0 {
			do(w, mask)
		}
	}
}
