/** Tests of what several plugins need to know of volumes. */
@NullMarked
package io.merapi.kube.volumes;

import org.jspecify.annotations.NullMarked;
