/**
 * What a plugin is made from: its name, its arguments and the spec that brings them together.
 *
 * <p>A plugin reads its arguments once, when the configuration is read, through {@link
 * io.merapi.api.plugin.Arguments}, into a record of its own; nothing is parsed at scheduling time.
 * {@link io.merapi.api.plugin.KubePluginSpec} and {@link io.merapi.api.plugin.BatchPluginSpec} are
 * what an author implements to have a plugin found.
 */
@NullMarked
package io.merapi.api.plugin;

import org.jspecify.annotations.NullMarked;
