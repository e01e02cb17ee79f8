/** Tests of the search for nodes and of the choice among them. */
@NullMarked
package io.merapi.kube.placement;

import org.jspecify.annotations.NullMarked;
