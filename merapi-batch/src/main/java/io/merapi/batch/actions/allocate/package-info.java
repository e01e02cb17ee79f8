/**
 * The {@code allocate} action: gives pending tasks their nodes, gang by gang.
 *
 * <p>{@link io.merapi.batch.actions.allocate.Allocate} goes through queues and jobs. {@code
 * TaskAllocation} places the tasks of a sub-job within one domain, asking {@code
 * io.merapi.batch.placement} for each; {@code JobAllocation} tries domains of the network, and
 * {@code NominatedAllocation} goes where room was made by evictions. What is left to do of a job is
 * its {@code JobWorksheet}, and where jobs were put is kept in {@code DomainDecisions}. Upstream
 * counterpart: Volcano's {@code pkg/scheduler/actions/allocate}.
 */
@NullMarked
package io.merapi.batch.actions.allocate;

import org.jspecify.annotations.NullMarked;
