/**
 * The {@code TaintToleration} plugin: keeps pods away from tainted nodes.
 *
 * <p>Upstream counterpart: {@code pkg/scheduler/framework/plugins/tainttoleration}.
 */
@NullMarked
package io.merapi.kube.plugins.tainttoleration;

import org.jspecify.annotations.NullMarked;
