/**
 * Extenders of both layers, asked over HTTP.
 *
 * <p>An {@link io.merapi.remote.extender.HttpExtender} is one of a {@code
 * KubeSchedulerConfiguration}: what it sends and what it takes for an answer is the protocol {@code
 * extender/v1} of Kubernetes, down to the letter, so that an extender cannot tell who asks it. An
 * {@link io.merapi.remote.extender.HttpExtenderTransport} carries what the {@code extender} plugin
 * of the batch layer asks, whose words the plugin knows itself. When extenders are asked, and what
 * is made of their answers, stands with the scheduling cycle and the plugin, and not here.
 *
 * <p>Upstream counterparts: {@code HTTPExtender}, and {@code extenderPlugin.send}.
 */
@NullMarked
package io.merapi.remote.extender;

import org.jspecify.annotations.NullMarked;
