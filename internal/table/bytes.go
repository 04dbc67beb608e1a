package table

// What cells take in text, about: counts have few digits, and most floats as many
// as there are.
const (
	uintText  = 3
	floatText = 18
	textText  = 10
)

// textBytes is what text and CSV take: at least a digit a cell, and what stands
// behind it.
func textBytes(table *Table, rows int64) (about, least int64) {
	row := int64(0)
	for _, c := range table.Columns {
		row++ // what separates them
		switch c.Kind {
		case Vertex:
			row += labelText(table)
		case Float:
			row += floatText
		case Text:
			row += textText
		default:
			row += uintText
		}
	}
	return row * rows, 2 * int64(len(table.Columns)) * rows
}

// ndjsonBytes is what objects take: the names of the columns, too.
func ndjsonBytes(table *Table, rows int64) (about, least int64) {
	about, least = textBytes(table, rows)
	row := int64(1)
	for _, c := range table.Columns {
		row += int64(len(c.Name)) + 3
	}
	return about + row*rows, least + row*rows
}

// labelText is how long labels are on the average, by some of them.
func labelText(table *Table) int64 {
	const samples = 1000
	step := max(table.Vertices/samples, 1)
	sum, count := 0, 0
	for v := 0; v < table.Vertices; v += step {
		sum += len(table.Labels.Label(uint32(v)))
		count++
	}
	return int64((sum + count - 1) / max(count, 1))
}
