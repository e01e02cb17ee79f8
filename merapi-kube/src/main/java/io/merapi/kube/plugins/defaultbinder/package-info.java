/**
 * The {@code DefaultBinder} plugin: binds a pod to its node through the port of effects.
 *
 * <p>Upstream counterpart: {@code pkg/scheduler/framework/plugins/defaultbinder}.
 */
@NullMarked
package io.merapi.kube.plugins.defaultbinder;

import org.jspecify.annotations.NullMarked;
