/**
 * Finds out where the API server is and who asks: kubeconfig files, the service account of a pod,
 * tokens that change, client certificates.
 *
 * <p>{@link io.merapi.cluster.access.ClusterAccess} reads them with fabric8's client library, the
 * only thing that it is used for here, and gives an {@link io.merapi.cluster.http.ApiServer}. No
 * type of the library leaves this package.
 */
@NullMarked
package io.merapi.cluster.access;

import org.jspecify.annotations.NullMarked;
