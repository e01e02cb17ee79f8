/** Tests of the {@code VolumeZone} plugin. */
@NullMarked
package io.merapi.kube.plugins.volumezone;

import org.jspecify.annotations.NullMarked;
