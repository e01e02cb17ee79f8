/**
 * {@code merapi bench}: measures the schedulers with generated loads.
 *
 * <p>What is measured is in {@code scenario}, how is in {@code measure}; benchmarks of single parts
 * are in {@code parts}.
 */
@NullMarked
package io.merapi.bench;

import org.jspecify.annotations.NullMarked;
