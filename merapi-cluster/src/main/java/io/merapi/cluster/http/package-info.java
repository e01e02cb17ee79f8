/**
 * HTTP/1.1 to an API server, as lean as it gets.
 *
 * <p>An {@link io.merapi.cluster.http.ApiClient} sends an {@link io.merapi.cluster.http.ApiRequest}
 * over a kept connection and gives the whole {@link io.merapi.cluster.http.ApiAnswer}, or opens a
 * connection of its own for an answer that is read as it comes ({@link
 * io.merapi.cluster.http.ApiStream}). Connections are blocking sockets; the HTTP on them is Apache
 * HttpCore, used without its executors and pools, because a scheduler binds thousands of pods per
 * second and general clients cost several times as much CPU. What the paths and bodies mean is not
 * known here, except for the {@code Status} that an API server answers with when it refuses.
 */
@NullMarked
package io.merapi.cluster.http;

import org.jspecify.annotations.NullMarked;
