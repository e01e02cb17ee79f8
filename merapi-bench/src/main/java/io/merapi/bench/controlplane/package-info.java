/**
 * A real control plane on this machine, for tests and benchmarks.
 *
 * <p>{@link io.merapi.bench.controlplane.Programs} builds etcd, the API server and kube-scheduler
 * from the Go modules that {@code src/main/controlplane} pins, once, into a cache outside the
 * repository. {@link io.merapi.bench.controlplane.ControlPlane} starts them on free ports of the
 * loopback address and ends them again, whatever happens to this process. Nothing here knows the
 * scheduler: what is started is Kubernetes itself.
 */
@NullMarked
package io.merapi.bench.controlplane;

import org.jspecify.annotations.NullMarked;
