/**
 * Plugins that come from elsewhere: JARs in a directory, each in a class loader of its own.
 *
 * <p>{@link io.merapi.config.plugins.PluginDirectory} reads the directory, and again whenever it is
 * asked to; {@link io.merapi.config.plugins.PluginSet} is what came of it: all plugins that there
 * are, with those in-tree, and what is wrong with JARs that had to be left out.
 *
 * <p>A JAR is read as a whole before anything of it is used, so that the file may be replaced at
 * any time, and nothing is open that would have to be closed: once no scheduler uses its plugins
 * any more, its classes are garbage like everything else.
 */
@NullMarked
package io.merapi.config.plugins;

import org.jspecify.annotations.NullMarked;
