/**
 * How a piece of work is measured: warmed up, repeated, and summed up as a median and a spread.
 *
 * <p>Nothing here knows what is measured.
 */
@NullMarked
package io.merapi.bench.measure;

import org.jspecify.annotations.NullMarked;
