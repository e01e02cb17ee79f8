/**
 * The scheduling framework: the extension points that a plugin of the kube layer takes part in, and
 * what it may answer.
 *
 * <p>A plugin implements the interfaces of the points that it takes part in and nothing else; one
 * instance serves one profile. What it works out for a pod in an early point and reads in a later
 * one it keeps in the {@link io.merapi.api.framework.CycleState}, under a {@link
 * io.merapi.api.framework.CycleKey} of its own. It answers with a {@link
 * io.merapi.api.framework.Verdict}, whose reasons are for the person whose pod is pending.
 *
 * <p>A plugin may say what its answers depend on ({@link io.merapi.api.framework.Dependence}); then
 * the engine asks again only when that has changed. One that counts over the whole cluster may let
 * the engine keep its {@link io.merapi.api.framework.ClusterCounts}. A plugin that says nothing is
 * asked every time. Upstream counterpart: {@code k8s.io/kube-scheduler/framework}.
 */
@NullMarked
package io.merapi.api.framework;

import org.jspecify.annotations.NullMarked;
