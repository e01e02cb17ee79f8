/**
 * Benchmarks of single parts, run with JMH; each class says what it measures and how to run it.
 *
 * <p>What a whole scheduler does with a load is measured by the scenarios.
 */
@NullMarked
package io.merapi.bench.parts;

import org.jspecify.annotations.NullMarked;
