package io.merapi.cluster.tracing;

import io.merapi.cluster.http.ApiRequest;
import io.merapi.cluster.http.RequestObserver;
import io.merapi.cluster.http.RequestTrace;
import org.jspecify.annotations.Nullable;

/** Spans of requests that are part of an attempt or of a session; others are of no interest. */
final class RequestTraces implements RequestObserver {

  private final Spans spans;
  private final RequestObserver next;

  RequestTraces(Spans spans, RequestObserver next) {
    this.spans = spans;
    this.next = next;
  }

  @Override
  public void answered(ApiRequest request, String host, int code, long nanos) {
    next.answered(request, host, code, nanos);
  }

  @Override
  public Runnable carried(Runnable work) {
    @Nullable Span span = spans.current();
    if (span == null) {
      return work;
    }
    return () -> {
      spans.turnTo(span);
      try {
        work.run();
      } finally {
        spans.turnTo(null);
      }
    };
  }

  @Override
  public RequestTrace sending(ApiRequest request, String host) {
    @Nullable Span parent = spans.current();
    if (parent == null) {
      return RequestTrace.NONE;
    }
    int query = request.path().indexOf('?');
    Span span =
        parent
            .child("HTTP " + request.method(), Span.Kind.CLIENT, System.nanoTime())
            .with("http.request.method", request.method())
            .with("url.path", query < 0 ? request.path() : request.path().substring(0, query))
            .with("server.address", host);
    return new Sent(span);
  }

  private record Sent(Span span) implements RequestTrace {

    @Override
    public String header() {
      return span.header();
    }

    @Override
    public void ended(int code) {
      if (code != 0) {
        span.with("http.response.status_code", code);
      }
      if (code == 0 || code >= 400) {
        span.failed(code == 0 ? "no answer" : Integer.toString(code));
      }
      span.end(System.nanoTime());
    }
  }
}
