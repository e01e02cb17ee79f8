/**
 * How replicas agree on the one that works: by a Lease that its holder renews.
 *
 * <p>The protocol is that of client-go, so replicas of kube-scheduler or vc-scheduler and of Merapi
 * can compete for one lease. A holder that cannot renew stops before anybody else may take over:
 * {@link io.merapi.cluster.leadership.Leadership} tells so at the renewal deadline, which is
 * shorter than the lease.
 */
@NullMarked
package io.merapi.cluster.leadership;

import org.jspecify.annotations.NullMarked;
