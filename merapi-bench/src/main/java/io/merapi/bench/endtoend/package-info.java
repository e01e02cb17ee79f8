/**
 * Schedulers on a real API server, one after the other: how many pods each binds in a second, and
 * what that costs. What the API server itself can take is measured by a client that only watches
 * and binds.
 */
@NullMarked
package io.merapi.bench.endtoend;

import org.jspecify.annotations.NullMarked;
