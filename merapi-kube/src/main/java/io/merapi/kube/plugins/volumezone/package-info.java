/**
 * The {@code VolumeZone} plugin: sends pods to the zones and regions of their volumes.
 *
 * <p>Upstream counterpart: {@code pkg/scheduler/framework/plugins/volumezone}.
 */
@NullMarked
package io.merapi.kube.plugins.volumezone;

import org.jspecify.annotations.NullMarked;
