/**
 * Fixtures that tests and benchmarks of many modules share.
 *
 * <p>{@link io.merapi.testkit.PodBuilder}, {@link io.merapi.testkit.NodeBuilder}, {@link
 * io.merapi.testkit.ClaimBuilder}, {@link io.merapi.testkit.VolumeBuilder}, {@link
 * io.merapi.testkit.PodGroupBuilder} and {@link io.merapi.testkit.QueueBuilder} make single objects
 * in a line or two, {@link io.merapi.testkit.TermBuilder} and {@link
 * io.merapi.testkit.SpreadBuilder} parts of pods; {@link io.merapi.testkit.RandomCluster} makes
 * clusters and sequences of events from a seed, so that a failure can be repeated, {@link
 * io.merapi.testkit.RandomBatchCluster} such of queues and groups; {@link
 * io.merapi.testkit.RandomWorkload} and {@link io.merapi.testkit.RandomClaims} make nodes, pods and
 * what these claim one by one, for histories of a cluster; {@link io.merapi.testkit.GangCluster}
 * makes large regular ones, {@link io.merapi.testkit.JarBuilder} JARs of plugins. {@link
 * io.merapi.testkit.GoldenVectors} hands out what the upstream programs answered. Assertions belong
 * to the tests.
 */
@NullMarked
package io.merapi.testkit;

import org.jspecify.annotations.NullMarked;
