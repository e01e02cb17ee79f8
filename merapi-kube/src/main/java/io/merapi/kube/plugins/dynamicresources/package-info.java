/**
 * The {@code DynamicResources} plugin: finds devices for the resource claims of a pod.
 *
 * <p>Upstream counterpart: {@code pkg/scheduler/framework/plugins/dynamicresources}.
 */
@NullMarked
package io.merapi.kube.plugins.dynamicresources;

import org.jspecify.annotations.NullMarked;
