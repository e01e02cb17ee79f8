/** Tests of the columns over nodes and of the best node. */
@NullMarked
package io.merapi.kube.placement;

import org.jspecify.annotations.NullMarked;
