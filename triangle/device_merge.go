package triangle

// planDeviceMerge merges the two lists of an edge in one thread: Iakovidis'
// simple kernel, and Polak's (Counting triangles in large graphs on GPU, IPDPSW
// 2016).
func planDeviceMerge(r *deviceRun, _ DeviceParams) func() { return planRows(r, "merge", "merge") }
