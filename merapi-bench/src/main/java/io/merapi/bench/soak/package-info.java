/**
 * Long random histories in which deciding from memory is held equal to deciding from the
 * definition.
 *
 * <p>A {@link io.merapi.bench.soak.Trial} is a cluster of one layer that lives through a list of
 * events; every event is a number, the seed of all that is drawn in it, so that it means something
 * whatever stands before it. That is what lets {@link io.merapi.bench.soak.Shrinker} cut a history
 * that ends in a difference down to the few events that matter. {@link
 * io.merapi.bench.soak.SoakCommand} is {@code merapi soak}; the tests of this package run a few
 * hundred histories with every build. What the two ways of deciding are is none of this package's
 * business: it only compares.
 */
@NullMarked
package io.merapi.bench.soak;

import org.jspecify.annotations.NullMarked;
