/**
 * Makes room for whole gangs: what {@code gangpreempt} and {@code gangreclaim} have in common.
 *
 * <p>{@link io.merapi.batch.actions.bundles.GangEviction} goes through jobs that starve and through
 * the domains of the network that each may use. In a domain, {@link
 * io.merapi.batch.actions.bundles.DomainBundles} groups the tasks that may go into bundles of one
 * job each: those that the job can spare, and those without which it cannot run. {@link
 * io.merapi.batch.actions.bundles.GangPlacement} tries how a gang would lie once some bundles are
 * gone, and leaves the session as it was. What differs between the two actions is {@link
 * io.merapi.batch.actions.bundles.EvictionRules}.
 *
 * <p>Upstream counterpart: {@code actions/utils}. Eviction for one task at a time, as {@code
 * preempt} and {@code reclaim} do it, does not belong here.
 */
@NullMarked
package io.merapi.batch.actions.bundles;

import org.jspecify.annotations.NullMarked;
