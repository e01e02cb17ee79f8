/**
 * A scheduling session: the model of the cluster, the plugins that have a say, and what actions may
 * do.
 *
 * <p>{@link io.merapi.batch.session.SchedulingSession} is opened on a {@link
 * io.merapi.batch.session.SessionModel} with the tiers of a configuration. Plugins are made once
 * and sorted by extension point; what they say together is asked by subject: {@link
 * io.merapi.batch.session.Orders}, {@link io.merapi.batch.session.Votes}, {@link
 * io.merapi.batch.session.NodeFitness}, {@link io.merapi.batch.session.Domains}, {@link
 * io.merapi.batch.session.Evictions}, {@link io.merapi.batch.session.DryRun}. An {@link
 * io.merapi.batch.session.Action} moves tasks, by a {@link io.merapi.batch.session.Statement} where
 * they move together or not at all. Closing writes what has become of jobs and queues. Upstream
 * counterpart: {@code pkg/scheduler/framework} of Volcano.
 */
@NullMarked
package io.merapi.batch.session;

import org.jspecify.annotations.NullMarked;
