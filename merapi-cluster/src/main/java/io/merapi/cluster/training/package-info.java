/**
 * A stand-in for an API server, for the one run of {@code merapi run} by which the build makes the
 * cache of loaded classes. Nothing else may rely on it: it says what such a run needs and no more.
 */
@NullMarked
package io.merapi.cluster.training;

import org.jspecify.annotations.NullMarked;
