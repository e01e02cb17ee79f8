/** Tests of the search for nodes, of the choice among them and of what is kept of them. */
@NullMarked
package io.merapi.kube.placement;

import org.jspecify.annotations.NullMarked;
