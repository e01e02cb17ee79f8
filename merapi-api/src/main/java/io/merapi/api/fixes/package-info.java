/**
 * The switches that turn upstream's known bugs off, one by one.
 *
 * <p>Upstream's behaviour is the default, so that a change-over surprises nobody; each {@link
 * io.merapi.api.fixes.Fix} names one better behaviour, and {@link io.merapi.api.fixes.Fixes} is the
 * set that a user has switched on. What only concerns robustness (crashes, leaks, lost work) is
 * always right and has no switch.
 */
@NullMarked
package io.merapi.api.fixes;

import org.jspecify.annotations.NullMarked;
