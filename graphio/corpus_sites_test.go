package graphio

var siteWriters, solverWriters, toolWriters, plainWriters []corpusWriter
