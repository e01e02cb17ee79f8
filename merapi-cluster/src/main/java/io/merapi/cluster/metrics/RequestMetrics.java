package io.merapi.cluster.metrics;

import io.merapi.cluster.http.ApiRequest;
import io.merapi.cluster.http.RequestObserver;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;

/** The metrics {@code rest_client_*} of client-go, and those of kube-scheduler's calls for pods. */
final class RequestMetrics implements RequestObserver {

  private static final double NANOS = 1e9;

  private static final double[] BUCKETS = {0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60};

  private final Counter requests;
  private final Histogram durations;
  private final Counter podCalls;
  private final Histogram podCallDurations;

  RequestMetrics(Families families) {
    requests =
        families.counter(
            "rest_client_requests_total",
            "Requests to the API server, by the code of the answer.",
            "code",
            "method",
            "host");
    durations =
        families.histogram(
            "rest_client_request_duration_seconds",
            "Time of requests to the API server in seconds.",
            BUCKETS,
            "verb",
            "host");
    podCalls =
        families.counter(
            "scheduler_async_api_call_execution_total",
            "Calls that bind pods or write their status.",
            "call_type",
            "result");
    podCallDurations =
        families.histogram(
            "scheduler_async_api_call_execution_duration_seconds",
            "Time of calls that bind pods or write their status, in seconds.",
            Buckets.exponential(0.001, 2, 15),
            "call_type",
            "result");
  }

  @Override
  public void answered(ApiRequest request, String host, int code, long nanos) {
    double seconds = nanos / NANOS;
    requests
        .labelValues(code == 0 ? "<error>" : Integer.toString(code), request.method(), host)
        .inc();
    durations.labelValues(request.method(), host).observe(seconds);
    String call = podCall(request);
    if (!call.isEmpty()) {
      String result = code >= 200 && code < 300 ? "success" : "error";
      podCalls.labelValues(call, result).inc();
      podCallDurations.labelValues(call, result).observe(seconds);
    }
  }

  private static String podCall(ApiRequest request) {
    if (!request.path().contains("/pods/")) {
      return "";
    }
    if (request.path().endsWith("/binding")) {
      return "pod_binding";
    }
    return request.method().equals("PATCH") && request.path().endsWith("/status")
        ? "pod_status_patch"
        : "";
  }
}
