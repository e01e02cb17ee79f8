/**
 * Snapshot files: what {@code kubectl get … -o yaml} prints, read from files, directories and
 * standard input.
 *
 * <p>A {@link io.merapi.config.snapshot.SnapshotLoader} opens each source, decides by its content
 * whether it is compressed and whether it is JSON or YAML, streams it through an {@link
 * io.merapi.config.objects.ObjectReader} and hands every object on as it is read. What it found,
 * and everything that was wrong, is the {@link io.merapi.config.snapshot.LoadResult}. Making a
 * cluster out of the objects belongs to the live state.
 */
@NullMarked
package io.merapi.config.snapshot;

import org.jspecify.annotations.NullMarked;
