/**
 * Objects that no real cluster has: what a simulated one is made of and given to do. They stand
 * among ordinary manifests, in the group {@code merapi.io}.
 */
@NullMarked
package io.merapi.api.simulation;

import org.jspecify.annotations.NullMarked;
