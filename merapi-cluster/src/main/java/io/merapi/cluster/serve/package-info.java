/**
 * The endpoints of {@code merapi run}: health, metrics, what is configured, and whatever others
 * mount.
 *
 * <p>{@link Pages} are what can be asked for, by path; {@link HealthChecks} is a register of named
 * checks that stand behind {@code /livez} and {@code /readyz}, to which everybody may add one.
 * {@link EndpointServer} offers pages at an address: in plain text or by TLS, to anybody or to
 * those whom a {@link Guard} lets in. Only this package knows the server of the JDK. Upstream
 * counterparts: {@code newEndpointsHandler} of kube-scheduler and the packages {@code healthz},
 * {@code authenticatorfactory} and {@code authorizerfactory} of the API machinery.
 */
@NullMarked
package io.merapi.cluster.serve;

import org.jspecify.annotations.NullMarked;
