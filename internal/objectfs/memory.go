package objectfs

import (
	"bytes"
	"context"
	"io"
	"io/fs"
	"maps"
	"strings"
	"sync"
)

// Memory keeps objects as an object store does, with nothing that such a store
// has not. Its zero value is empty.
type Memory struct {
	mutex   sync.Mutex
	objects map[string][]byte
}

// Create implements [FS].
func (m *Memory) Create(ctx context.Context, name string, size int64, write func(w io.Writer) error) error {
	var data bytes.Buffer
	if err := WriteSized(&data, size, write); err != nil {
		return err
	}
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if _, ok := m.objects[name]; ok {
		return pathError("create", name, fs.ErrExist)
	}
	if m.objects == nil {
		m.objects = make(map[string][]byte)
	}
	m.objects[name] = data.Bytes()
	return nil
}

// Open implements [FS].
func (m *Memory) Open(ctx context.Context, name string, offset, length int64) (io.ReadCloser, error) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	data, ok := m.objects[name]
	if !ok {
		return nil, pathError("open", name, fs.ErrNotExist)
	}
	return io.NopCloser(io.NewSectionReader(bytes.NewReader(data), offset, length)), nil
}

// List implements [FS].
func (m *Memory) List(ctx context.Context, prefix string) (map[string]int64, error) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	sizes := make(map[string]int64)
	for name, data := range m.objects {
		if strings.HasPrefix(name, prefix) {
			sizes[name] = int64(len(data))
		}
	}
	return sizes, nil
}

// Remove implements [FS].
func (m *Memory) Remove(ctx context.Context, name string) error {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	delete(m.objects, name)
	return nil
}

// Clone returns a copy, which goes its own way.
func (m *Memory) Clone() *Memory {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	return &Memory{objects: maps.Clone(m.objects)}
}
