/**
 * Selectors as objects state them, and their compiled forms that match labels.
 *
 * <p>{@link io.merapi.api.selector.LabelSelector} and {@link io.merapi.api.selector.NodeSelector}
 * are facts: they hold whatever the object says, also an operator that does not exist, because
 * upstream decides at scheduling time what a bad selector means for its pod. The compiled forms
 * ({@link io.merapi.api.selector.CompiledSelector}, {@link
 * io.merapi.api.selector.CompiledNodeSelector}, {@link io.merapi.api.selector.CompiledNodeAffinity}
 * and {@link io.merapi.api.selector.CompiledPreferences}) are made once and matched often; what
 * could not be compiled matches nothing and carries its error as a value, in upstream's words.
 *
 * <p>Upstream counterparts: {@code k8s.io/apimachinery/pkg/labels} and {@code
 * k8s.io/component-helpers/scheduling/corev1/nodeaffinity}.
 */
@NullMarked
package io.merapi.api.selector;

import org.jspecify.annotations.NullMarked;
