/**
 * The way to a real cluster.
 *
 * <p>A {@link io.merapi.cluster.ClusterConnection} brings events in ({@code watch}) and takes
 * decisions out ({@code effects}), over lean HTTP ({@code http}) and with the credentials that
 * {@code access} finds. It is the only module that knows a Kubernetes client library. The cycle
 * that stands between events and decisions is in {@code merapi-kube} and does not know this module.
 */
@NullMarked
package io.merapi.cluster;

import org.jspecify.annotations.NullMarked;
