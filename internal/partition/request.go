package partition

// Request is what a count in parts was asked for, as far as the processes that
// take part in it must agree.
type Request struct {
	File      string   `json:"file"`              // as given
	Format    string   `json:"format,omitempty"`  // as asked for; "" where it is to be recognised
	Columns   []string `json:"columns,omitempty"` // of a text or table
	Header    string   `json:"header,omitempty"`  // of a text
	Input     Input    `json:"input"`
	Engine    string   `json:"engine"`
	Method    string   `json:"method"`
	SliceBits int      `json:"slice_bits"`
	Strict    bool     `json:"strict"`
	Parts     string   `json:"parts,omitempty"` // P1xP2 as asked for
	Memory    int64    `json:"memory"`          // limits in bytes, 0 for none, for which the parts were cut
	GPUMemory int64    `json:"gpu_memory"`
}

// requested is a request in a file of its own.
type requested struct {
	FormatName string  `json:"format"`
	Version    int     `json:"version"`
	Checksum   string  `json:"checksum"`
	Request    Request `json:"request"`
}

func (r *requested) kind() (string, int) { return "tricycle-request", 1 }
func (r *requested) seal() *string       { return &r.Checksum }

// WriteFile writes r to a file, which is there whole or not at all.
func (r Request) WriteFile(name string) error {
	document := &requested{Request: r}
	document.FormatName, document.Version = document.kind()
	return writeSealed(name, document)
}

// ReadRequest reads a request. The error is a [*graph.InputError].
func ReadRequest(name string) (Request, error) {
	document := new(requested)
	err := readSealed(name, document)
	return document.Request, err
}
