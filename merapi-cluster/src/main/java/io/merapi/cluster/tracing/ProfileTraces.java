package io.merapi.cluster.tracing;

import io.merapi.api.pod.Pod;
import io.merapi.kube.measures.AttemptResult;
import io.merapi.kube.measures.MeasuredPoint;
import io.merapi.kube.measures.ProfileMeasures;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The part of {@link KubeTraces} that concerns one profile.
 *
 * <p>Most steps of an attempt take microseconds, and a span of each would tell nothing and cost
 * more than the step; so only those that took a while have one.
 */
final class ProfileTraces implements ProfileMeasures {

  private static final long NOTICEABLE_NANOS = 100_000;

  private final KubeTraces traces;
  private final String profile;
  private final ProfileMeasures next;

  ProfileTraces(KubeTraces traces, String profile, ProfileMeasures next) {
    this.traces = traces;
    this.profile = profile;
    this.next = next;
  }

  @Override
  public long now() {
    return next.now();
  }

  @Override
  public void turnTo(Pod pod, String nodeName) {
    traces.turnTo(pod, nodeName, profile);
    next.turnTo(pod, nodeName);
  }

  @Override
  public void turnAway() {
    traces.turnAway();
    next.turnAway();
  }

  @Override
  public void attempted(Pod pod, AttemptResult result, String why, long begun) {
    @Nullable Span span = traces.end(pod);
    if (span != null) {
      span.with("merapi.result", result.name().toLowerCase(Locale.ROOT));
      span.with("merapi.message", why);
      if (result == AttemptResult.ERROR) {
        span.failed(why);
      }
      span.end(next.now());
    }
    next.attempted(pod, result, why, begun);
  }

  @Override
  public void ran(MeasuredPoint point, String status, long begun, long ended) {
    @Nullable Span span = traces.current();
    if (span != null && ended - begun >= NOTICEABLE_NANOS) {
      span.child(point.label(), Span.Kind.INTERNAL, begun).with("merapi.status", status).end(ended);
    }
    next.ran(point, status, begun, ended);
  }

  // What no span is made of

  @Override
  public void called(String plugin, MeasuredPoint point, String status, long begun) {
    next.called(plugin, point, status, begun);
  }

  @Override
  public void unschedulable(Iterable<String> plugins, int by) {
    next.unschedulable(plugins, by);
  }

  @Override
  public Tally tally(MeasuredPoint point, List<String> plugins) {
    return next.tally(point, plugins);
  }
}
