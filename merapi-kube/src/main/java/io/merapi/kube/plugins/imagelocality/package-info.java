/**
 * The {@code ImageLocality} plugin: prefers nodes that already hold the images of a pod.
 *
 * <p>Upstream counterpart: {@code pkg/scheduler/framework/plugins/imagelocality}.
 */
@NullMarked
package io.merapi.kube.plugins.imagelocality;

import org.jspecify.annotations.NullMarked;
