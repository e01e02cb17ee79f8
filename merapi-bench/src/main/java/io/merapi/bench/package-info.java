/** Benchmarks of single parts, run with JMH; each class says what it measures and how to run it. */
@NullMarked
package io.merapi.bench;

import org.jspecify.annotations.NullMarked;
