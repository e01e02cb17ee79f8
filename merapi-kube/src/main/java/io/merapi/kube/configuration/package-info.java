/**
 * What kube-scheduler is configured with, typed, defaulted and ready to build profiles from.
 *
 * <p>A {@link io.merapi.kube.configuration.KubeConfiguration} has profiles; a {@link
 * io.merapi.kube.configuration.Profile} knows which plugins run at each {@link
 * io.merapi.kube.configuration.ExtensionPoint}, in order, with which weights and arguments. How a
 * profile gets there from what a file says is in two steps: {@link
 * io.merapi.kube.configuration.PluginSets} merges the file's choice into the default one, and
 * {@link io.merapi.kube.configuration.PluginExpansion} spreads plugins that were enabled at many
 * points over those that they implement. {@link io.merapi.kube.configuration.FieldErrors} words
 * what is wrong as Kubernetes does. Upstream counterparts: {@code pkg/scheduler/apis/config} and
 * the building half of {@code pkg/scheduler/framework/runtime}. Reading text does not belong here.
 */
@NullMarked
package io.merapi.kube.configuration;

import org.jspecify.annotations.NullMarked;
