/**
 * Where something stands in a file, and what is wrong there.
 *
 * <p>{@link io.merapi.config.source.Location} is a place, {@link io.merapi.config.source.Problem} a
 * finding at a place. Readers of objects and of both configuration formats report through them, so
 * that every command prints problems alike.
 *
 * <p>What YAML means is settled here once, as Go's yaml.v2 settles it for both upstream programs:
 * {@link io.merapi.config.source.YamlParser} gives events, {@link
 * io.merapi.config.source.PlainScalar} says what a word without quotes is. {@link
 * io.merapi.config.source.SourceParser} makes trees of configuration files, which {@link
 * io.merapi.config.source.TreeArguments} reads; {@link io.merapi.config.source.EmbeddedText} finds
 * those that stand in a ConfigMap. Which values a format takes belongs to the formats.
 */
@NullMarked
package io.merapi.config.source;

import org.jspecify.annotations.NullMarked;
