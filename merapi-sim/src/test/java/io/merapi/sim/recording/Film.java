package io.merapi.sim.recording;

import static io.merapi.testkit.PodBuilder.pod;

import io.merapi.api.batch.PodGroup;
import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodPhase;
import io.merapi.api.pod.PodRequests;
import io.merapi.sim.report.SimulationReport;
import io.merapi.testkit.PodBuilder;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Events at moments that a test chooses, shown to a recorder. */
final class Film {

  static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private Instant now = START;
  final Recorder recorder;

  private Film(@Nullable String defaultQueue) {
    this.recorder = new Recorder(() -> now, PodRequests.Rules.DEFAULT, defaultQueue);
  }

  /** Of a cluster where pods are scheduled one by one. */
  static Film ofPods() {
    return new Film(null);
  }

  /** Of a cluster where pods are scheduled in groups. */
  static Film ofGroups() {
    return new Film("default");
  }

  /** Lets what has happened last until a moment, in seconds since the start. */
  Film at(long seconds) {
    recorder.settle();
    now = START.plusSeconds(seconds);
    return this;
  }

  Film apply(ClusterObject object) {
    recorder.accept(new ObjectEvent.Applied(object));
    return this;
  }

  Film delete(ClusterObject object) {
    recorder.accept(new ObjectEvent.Deleted(object));
    return this;
  }

  SimulationReport end(long seconds) {
    return at(seconds).recorder.report();
  }

  /** A pod that waits, of a kind that the cases here need: it asks for cpu, and is in a group. */
  Film comes(PodBuilder pod) {
    return apply(pod.phase(PodPhase.PENDING).build());
  }

  Film runs(PodBuilder pod, String node) {
    return apply(pod.phase(PodPhase.RUNNING).on(node).build());
  }

  Film ends(PodBuilder pod) {
    return apply(pod.phase(PodPhase.SUCCEEDED).build());
  }

  Film fails(PodBuilder pod) {
    return apply(pod.phase(PodPhase.FAILED).build());
  }

  Film isEvicted(PodBuilder pod) {
    Pod last = pod.build();
    return delete(last);
  }

  static PodBuilder asking(String name, String cpu) {
    return pod(name).namespace("team").request("cpu", cpu);
  }

  static PodBuilder inGroup(String name, PodGroup group, String cpu) {
    return pod(name).namespace(group.meta().namespace()).request("cpu", cpu).group(group.name());
  }
}
