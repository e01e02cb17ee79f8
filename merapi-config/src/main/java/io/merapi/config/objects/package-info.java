/**
 * The one reader of Kubernetes objects: text in, facts out.
 *
 * <p>A {@link io.merapi.config.objects.Tokens} source turns JSON or YAML into tokens; an {@link
 * io.merapi.config.objects.ObjectReader} finds the objects among them, alone or in lists, and tells
 * an {@link io.merapi.config.objects.ObjectSink} of each; an {@link
 * io.merapi.config.objects.ObjectCursor} walks one object and knows the field path; one {@code
 * …Format} class per kind reads facts from a cursor and writes them back as a tree, which {@link
 * io.merapi.config.objects.ObjectWriter} turns into text. Fields that scheduling does not read are
 * skipped without being built. Snapshot files, golden cases and watch streams all pass through
 * here.
 */
@NullMarked
package io.merapi.config.objects;

import org.jspecify.annotations.NullMarked;
