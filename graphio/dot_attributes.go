package graphio

// readAttributes reads lists in brackets, if any, and returns the weight that they
// have, or else the usual one. Where they are not of edges, weights mean something else.
func (p *dotParser) readAttributes(usual float64, ofEdges bool) (weight float64, err error) {
	weight = usual
	for p.scanner.kind == '[' {
		if err := p.next(); err != nil {
			return weight, err
		}
		for p.scanner.kind != ']' {
			name, err := p.readID()
			if err == nil {
				err = p.skip('=')
			}
			var value string
			if err == nil {
				value, err = p.readID()
			}
			if err != nil {
				return weight, err
			}
			if ofEdges && name == "weight" {
				if weight, err = p.weightOf(value); err != nil {
					return weight, err
				}
			}
			if kind := p.scanner.kind; kind == ',' || kind == ';' {
				if err := p.next(); err != nil {
					return weight, err
				}
			}
		}
		if err := p.next(); err != nil {
			return weight, err
		}
	}
	return weight, nil
}

// weightOf returns the number that a value spells, where anybody asks.
func (p *dotParser) weightOf(value string) (float64, error) {
	p.values = true
	if !p.weighted {
		return 1, nil
	}
	weight, err := parseValue([]byte(value))
	if err != nil {
		p.wrong = p.idLine
		return 1, err
	}
	return weight, nil
}
