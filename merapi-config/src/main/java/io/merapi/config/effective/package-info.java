/**
 * Configurations that are in force, written back in the form of the files that they are read from,
 * with every default filled in. What is a secret is left out.
 */
@NullMarked
package io.merapi.config.effective;

import org.jspecify.annotations.NullMarked;
