/**
 * Selectors of devices, written in the Common Expression Language.
 *
 * <p>{@link io.merapi.kube.cel.DeviceExpressions} compiles expressions and keeps the compiled ones;
 * a {@link io.merapi.kube.cel.DeviceExpression} says whether a {@link
 * io.merapi.kube.cel.DeviceInput} matches. The language comes from a library; what Kubernetes adds
 * to it (quantities, semantic versions, addresses and more) is declared here, each in a {@link
 * io.merapi.kube.cel.FunctionLibrary}. Evaluation is cut off at the cost at which Kubernetes cuts
 * it off. Types of the language library do not leave this package. Upstream counterparts: {@code
 * k8s.io/dynamic-resource-allocation/cel} and {@code k8s.io/apiserver/pkg/cel}.
 */
@NullMarked
package io.merapi.kube.cel;

import org.jspecify.annotations.NullMarked;
