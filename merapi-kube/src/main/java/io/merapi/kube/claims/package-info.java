/**
 * What the claims of pods say, and which nodes are touched when claims, volumes or devices change.
 *
 * <p>Answers about nodes that depend on {@link io.merapi.api.framework.Dependence#CLAIMS claims}
 * are remembered by those who place pods: {@link io.merapi.kube.claims.ClaimContents} says which
 * pods they are the same for, {@link io.merapi.kube.claims.ClaimChanges} which nodes must be asked
 * about again.
 */
@NullMarked
package io.merapi.kube.claims;

import org.jspecify.annotations.NullMarked;
