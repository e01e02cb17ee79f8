/** Tests of the {@code VolumeRestrictions} plugin. */
@NullMarked
package io.merapi.kube.plugins.volumerestrictions;

import org.jspecify.annotations.NullMarked;
