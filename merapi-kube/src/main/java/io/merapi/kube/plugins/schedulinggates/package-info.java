/**
 * The {@code SchedulingGates} plugin: keeps pods out of the queue until their gates are gone.
 *
 * <p>Upstream counterpart: {@code pkg/scheduler/framework/plugins/schedulinggates}.
 */
@NullMarked
package io.merapi.kube.plugins.schedulinggates;

import org.jspecify.annotations.NullMarked;
