/**
 * What a plugin is made from: its name and its arguments.
 *
 * <p>A plugin reads its arguments once, when the configuration is read, through {@link
 * io.merapi.api.plugin.Arguments}, into a record of its own; nothing is parsed at scheduling time.
 */
@NullMarked
package io.merapi.api.plugin;

import org.jspecify.annotations.NullMarked;
