/**
 * The commands, and the one place where the parts of Merapi are put together.
 *
 * <p>Each command is a class with a {@code --help} that shows an example; what they have in common
 * (exit codes, printing problems, progress) has a class of its own.
 */
@NullMarked
package io.merapi.cli;

import org.jspecify.annotations.NullMarked;
