/**
 * Amounts: exact quantities as written in objects, and the vectors that scheduling computes with.
 *
 * <p>{@link io.merapi.api.resource.Quantity} is one exact amount and {@link
 * io.merapi.api.resource.ResourceList} a named list of them, as an object states it. From a list
 * come two kinds of vectors, because the two schedulers count differently: {@link
 * io.merapi.api.resource.ResourceAmounts} in whole units for kube-scheduler's part and {@link
 * io.merapi.api.resource.Resources} in doubles, with an epsilon, for Volcano's. Both are immutable,
 * indexed by the numbers that a cluster's {@link io.merapi.api.resource.ResourceDictionary} gives
 * to names, and each has a running total for loops ({@link
 * io.merapi.api.resource.ResourceAmountsSum}, {@link io.merapi.api.resource.ResourcesSum}). Vectors
 * of two dictionaries are never mixed.
 *
 * <p>Upstream counterparts: {@code k8s.io/apimachinery/pkg/api/resource}, kube-scheduler's {@code
 * framework.Resource} and Volcano's {@code api.Resource}. What a pod asks for as a whole belongs to
 * {@code io.merapi.api.pod}.
 */
@NullMarked
package io.merapi.api.resource;

import org.jspecify.annotations.NullMarked;
