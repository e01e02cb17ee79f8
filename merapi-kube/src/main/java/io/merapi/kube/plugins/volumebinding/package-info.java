/**
 * The {@code VolumeBinding} plugin: finds and binds volumes for the claims of a pod.
 *
 * <p>Upstream counterpart: {@code pkg/scheduler/framework/plugins/volumebinding}.
 */
@NullMarked
package io.merapi.kube.plugins.volumebinding;

import org.jspecify.annotations.NullMarked;
