/**
 * What schedulers do, as traces of OpenTelemetry: a span for each attempt to schedule a pod and for
 * each batch session, with their steps and their requests to the API server below.
 *
 * <p>The ports are those of metrics ({@link io.merapi.kube.measures.KubeMeasures}, {@link
 * io.merapi.batch.measures.BatchMeasures}, {@link io.merapi.cluster.http.RequestObserver}), before
 * which the adapters here stand. Spans go to a collector by OTLP over HTTP, in its JSON form, from
 * a queue that is bounded; the scheduling thread never waits for it. Written out here and not taken
 * from a library, because what is needed is one message and three identifiers, against a dozen
 * JARs. Where nobody asks for traces, nothing of this package is made.
 */
@NullMarked
package io.merapi.cluster.tracing;

import org.jspecify.annotations.NullMarked;
