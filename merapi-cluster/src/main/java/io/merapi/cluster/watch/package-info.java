/**
 * What happens in the cluster, as a stream of events for one consumer.
 *
 * <p>{@link io.merapi.cluster.watch.ClusterWatch} follows each {@link
 * io.merapi.cluster.watch.WatchedKind} with a thread that does nothing but read, and hands
 * everything to one {@link io.merapi.cluster.watch.ClusterListener}, in batches and on one thread.
 * A stream that ends, and every stream ends some time, is resumed where it stopped; where the
 * server no longer knows that place, everything is read anew and only the differences are told.
 * {@link io.merapi.cluster.watch.WatchedKinds} says what a configuration needs to see. Upstream
 * counterpart: the informers of client-go. Objects are read by the one reader in {@code
 * io.merapi.config.objects}; what they mean is not known here.
 */
@NullMarked
package io.merapi.cluster.watch;

import org.jspecify.annotations.NullMarked;
