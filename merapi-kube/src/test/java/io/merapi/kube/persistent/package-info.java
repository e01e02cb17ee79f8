/** Tests of the persistent collections against plain ones. */
@NullMarked
package io.merapi.kube.persistent;

import org.jspecify.annotations.NullMarked;
