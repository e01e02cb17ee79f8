/** Tests of the ways of placing, held against each other, and of what they are made of. */
@NullMarked
package io.merapi.kube.placement;

import org.jspecify.annotations.NullMarked;
