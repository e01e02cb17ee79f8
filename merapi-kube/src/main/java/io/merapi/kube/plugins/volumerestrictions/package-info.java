/**
 * The {@code VolumeRestrictions} plugin: keeps pods from sharing volumes that cannot be shared.
 *
 * <p>Upstream counterpart: {@code pkg/scheduler/framework/plugins/volumerestrictions}.
 */
@NullMarked
package io.merapi.kube.plugins.volumerestrictions;

import org.jspecify.annotations.NullMarked;
