/**
 * Amounts: exact quantities as written in objects, and the vectors that scheduling computes with.
 *
 * <p>{@link io.merapi.api.resource.Quantity} is one exact amount and {@link
 * io.merapi.api.resource.ResourceList} a named list of them, as an object states it. Upstream
 * counterparts: {@code k8s.io/apimachinery/pkg/api/resource}, kube-scheduler's {@code
 * framework.Resource} and Volcano's {@code api.Resource}.
 */
@NullMarked
package io.merapi.api.resource;

import org.jspecify.annotations.NullMarked;
