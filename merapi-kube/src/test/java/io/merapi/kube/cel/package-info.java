/** Tests of expressions that select devices. */
@NullMarked
package io.merapi.kube.cel;

import org.jspecify.annotations.NullMarked;
