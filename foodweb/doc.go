// Package foodweb holds food webs: who is eaten by whom, and which of the
// eaters compete.
//
//	web, err := foodweb.Read(ctx, src, graph.Options{})
//	if err != nil {
//		return err
//	}
//	niche, err := web.NicheOverlap(ctx, graph.Options{})
//
// The niche-overlap graph of a food web joins two predators when they share a
// prey (Cohen: Food Webs and Niche Space, 1978). Ecologists look for its chordless
// cycles: one of four vertices or more says that the niches cannot be drawn as
// intervals along one line.
package foodweb
