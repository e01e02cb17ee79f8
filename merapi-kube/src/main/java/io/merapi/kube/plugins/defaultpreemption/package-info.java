/**
 * The {@code DefaultPreemption} plugin: makes room for a pod by evicting pods of lower priority.
 *
 * <p>Upstream counterpart: {@code pkg/scheduler/framework/plugins/defaultpreemption}.
 */
@NullMarked
package io.merapi.kube.plugins.defaultpreemption;

import org.jspecify.annotations.NullMarked;
