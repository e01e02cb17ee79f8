/** What the tests of the whole module share. */
@NullMarked
package io.merapi.cluster;

import org.jspecify.annotations.NullMarked;
