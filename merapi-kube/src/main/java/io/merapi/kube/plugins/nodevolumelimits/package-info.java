/**
 * The {@code NodeVolumeLimits} plugin: holds nodes to the number of volumes that their CSI drivers
 * can attach.
 *
 * <p>Upstream counterpart: {@code pkg/scheduler/framework/plugins/nodevolumelimits}.
 */
@NullMarked
package io.merapi.kube.plugins.nodevolumelimits;

import org.jspecify.annotations.NullMarked;
