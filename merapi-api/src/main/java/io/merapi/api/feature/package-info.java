/**
 * The feature gates of Kubernetes, as far as a scheduler is concerned.
 *
 * <p>{@link io.merapi.api.feature.FeatureGate} names those that change a decision; {@link
 * io.merapi.api.feature.FeatureGates} says which are on. Gates that only other components ask for
 * are known by name, so that a real command line is accepted, and have no constant here. Upstream
 * counterparts: {@code k8s.io/component-base/featuregate} and {@code pkg/features}. Reading the
 * text of {@code --feature-gates} is the configuration readers' business.
 */
@NullMarked
package io.merapi.api.feature;

import org.jspecify.annotations.NullMarked;
