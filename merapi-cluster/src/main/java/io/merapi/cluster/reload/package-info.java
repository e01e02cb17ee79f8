/**
 * Configurations that change while a scheduler runs.
 *
 * <p>A {@link io.merapi.cluster.reload.FileFollower} looks at files every few seconds and has the
 * change tried when they say something else; what came of it is a {@link
 * io.merapi.cluster.reload.ReloadResult}, of which a {@link
 * io.merapi.cluster.reload.ReloadListener} is told. How a file is read, and which scheduler goes on
 * with it, is the caller's business. All of it happens on a thread of its own; only the swap itself
 * is done on the scheduling thread, between two pieces of work.
 *
 * <p>Upstream counterpart: the watch of {@code --scheduler-conf} in vc-scheduler; kube-scheduler
 * has none.
 */
@NullMarked
package io.merapi.cluster.reload;

import org.jspecify.annotations.NullMarked;
