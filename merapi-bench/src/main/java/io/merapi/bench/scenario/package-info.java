/**
 * The loads that schedulers are measured with.
 *
 * <p>{@link io.merapi.bench.scenario.Scenarios} names them all. Each is generated from a seed and
 * goes through the very scheduler that runs on a cluster; docs/performance.md describes them.
 */
@NullMarked
package io.merapi.bench.scenario;

import org.jspecify.annotations.NullMarked;
