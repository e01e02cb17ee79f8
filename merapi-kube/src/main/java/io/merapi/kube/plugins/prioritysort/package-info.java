/**
 * The {@code PrioritySort} plugin: lets more important pods go first.
 *
 * <p>Upstream counterpart: {@code pkg/scheduler/framework/plugins/queuesort}.
 */
@NullMarked
package io.merapi.kube.plugins.prioritysort;

import org.jspecify.annotations.NullMarked;
