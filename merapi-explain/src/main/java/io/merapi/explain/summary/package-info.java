/**
 * What a snapshot holds, in a few lines that a person can take in.
 *
 * <p>{@link io.merapi.explain.summary.SnapshotSummary} adds objects up as they are read and keeps
 * none of them, so that a dump of any size can be summed up.
 */
@NullMarked
package io.merapi.explain.summary;

import org.jspecify.annotations.NullMarked;
