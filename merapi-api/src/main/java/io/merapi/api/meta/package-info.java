/**
 * What every Kubernetes object carries: its name, labels, owners and times.
 *
 * <p>{@link io.merapi.api.meta.ObjectMeta} is the head of each fact; {@link
 * io.merapi.api.meta.Labels} is the compact map that labels and annotations share. Upstream
 * counterpart: {@code k8s.io/apimachinery/pkg/apis/meta/v1}. Matching labels belongs to {@code
 * io.merapi.api.selector}.
 */
@NullMarked
package io.merapi.api.meta;

import org.jspecify.annotations.NullMarked;
