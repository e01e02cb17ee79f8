/**
 * The {@code NodeDeclaredFeatures} plugin: finds nodes that have the features a pod needs.
 *
 * <p>Upstream counterpart: {@code pkg/scheduler/framework/plugins/nodedeclaredfeatures}.
 */
@NullMarked
package io.merapi.kube.plugins.nodedeclaredfeatures;

import org.jspecify.annotations.NullMarked;
