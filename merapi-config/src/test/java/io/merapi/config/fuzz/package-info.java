/** Hostile and damaged texts, for the tests of everything that reads a file. */
@NullMarked
package io.merapi.config.fuzz;

import org.jspecify.annotations.NullMarked;
