/**
 * Extenders of a {@code KubeSchedulerConfiguration}, asked over HTTP.
 *
 * <p>An {@link io.merapi.remote.extender.HttpExtender} is one of them: what it sends and what it
 * takes for an answer is the protocol {@code extender/v1} of Kubernetes, down to the letter, so
 * that an extender cannot tell who asks it. When extenders are asked, and what is made of their
 * answers, stands with the scheduling cycle and not here.
 *
 * <p>Upstream counterpart: {@code HTTPExtender}.
 */
@NullMarked
package io.merapi.remote.extender;

import org.jspecify.annotations.NullMarked;
