/**
 * A cluster in memory: it keeps objects, tells watchers of every change, and carries out what the
 * scheduler decides as an API server, kubelets and a volume controller would.
 */
@NullMarked
package io.merapi.sim.cluster;

import org.jspecify.annotations.NullMarked;
