/** Tests of the live mirror, its snapshots and the classes of its pods. */
@NullMarked
package io.merapi.kube.state;

import org.jspecify.annotations.NullMarked;
