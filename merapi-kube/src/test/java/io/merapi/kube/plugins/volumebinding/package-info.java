/** Tests of the {@code VolumeBinding} plugin. */
@NullMarked
package io.merapi.kube.plugins.volumebinding;

import org.jspecify.annotations.NullMarked;
