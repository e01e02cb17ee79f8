package io.merapi.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodStatus.PodCondition;
import io.merapi.batch.configuration.BatchConfiguration;
import io.merapi.batch.cycle.BatchSettings;
import io.merapi.batch.plugins.BatchPlugins;
import io.merapi.batch.usage.UsageSource;
import io.merapi.cluster.http.ApiAnswer;
import io.merapi.cluster.http.ApiPaths;
import io.merapi.cluster.http.ApiRequest;
import io.merapi.cluster.http.ApiServer;
import io.merapi.cluster.metrics.Metrics;
import io.merapi.cluster.run.BatchRun;
import io.merapi.cluster.run.ClusterRun;
import io.merapi.cluster.run.KubeRun;
import io.merapi.cluster.run.RunLog;
import io.merapi.config.batch.BatchConfigurationReader;
import io.merapi.config.kube.KubeConfigurationReader;
import io.merapi.config.objects.ObjectWriter;
import io.merapi.e2e.PodEvents.PodEvent;
import io.merapi.kube.configuration.Extender;
import io.merapi.kube.configuration.KubeConfiguration;
import io.merapi.kube.cycle.SchedulerSettings;
import io.merapi.kube.extenders.SchedulerExtender;
import io.merapi.kube.plugins.KubePlugins;
import io.merapi.remote.extender.ExtenderSetupException;
import io.merapi.remote.extender.HttpExtender;
import io.merapi.remote.extender.HttpExtenderTransport;
import io.merapi.testkit.NodeBuilder;
import io.merapi.testkit.PodBuilder;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** One test's use of a cluster: what is put on it, who schedules there, and what comes of it. */
final class Stage implements AutoCloseable {

  private static final String CONFIGURATION =
      """
      apiVersion: kubescheduler.config.k8s.io/v1
      kind: KubeSchedulerConfiguration
      """;

  private static final List<ObjectKind> KINDS =
      List.of(
          ObjectKind.POD,
          ObjectKind.PERSISTENT_VOLUME_CLAIM,
          ObjectKind.PERSISTENT_VOLUME,
          ObjectKind.STORAGE_CLASS,
          ObjectKind.CSI_NODE,
          ObjectKind.RESOURCE_CLAIM,
          ObjectKind.RESOURCE_SLICE,
          ObjectKind.DEVICE_CLASS,
          ObjectKind.PRIORITY_CLASS,
          ObjectKind.POD_DISRUPTION_BUDGET,
          ObjectKind.NODE);

  private final RealCluster cluster;
  private @Nullable ApiServer way;
  private final List<AutoCloseable> open = new ArrayList<>();
  private final List<String> warnings = new CopyOnWriteArrayList<>();

  Stage(RealCluster cluster) {
    this.cluster = cluster;
  }

  /** Lets schedulers that are started from now on reach the server another way. */
  void reachBy(ApiServer way) {
    this.way = way;
  }

  private ApiServer server() {
    return way == null ? cluster.server() : way;
  }

  /** Lets Merapi schedule groups of pods, by a configuration of vc-scheduler. */
  void startBatch(String conf) {
    startBatch(conf, FeatureGates.DEFAULTS);
  }

  /** The same with other feature gates. */
  void startBatch(String conf, FeatureGates gates) {
    startBatch(conf, gates, BatchSettings.DEFAULTS);
  }

  /** The same by other settings. */
  void startBatch(String conf, FeatureGates gates, BatchSettings settings) {
    BatchConfiguration configuration =
        BatchConfigurationReader.read("conf", conf, gates).configuration().orElseThrow();
    var extenders = new HttpExtenderTransport(ObjectWriter::tree);
    open.addFirst(extenders);
    start(
        BatchRun.start(
                server(),
                configuration,
                gates,
                settings,
                BatchPlugins.IN_TREE,
                (_, _) -> UsageSource.NONE,
                extenders,
                new Warnings(),
                new Metrics("test"))
            .run());
  }

  /** Lets Merapi schedule, as it does by default. */
  void startMerapi() {
    startMerapi("");
  }

  /**
   * Lets Merapi schedule.
   *
   * @param settings of its configuration, in YAML
   */
  void startMerapi(String settings) {
    FeatureGates gates = FeatureGates.DEFAULTS;
    KubeConfiguration configuration =
        Objects.requireNonNull(
            new KubeConfigurationReader()
                .read("config", CONFIGURATION + settings, gates)
                .configuration());
    start(
        KubeRun.start(
                server(),
                configuration,
                gates,
                SchedulerSettings.DEFAULTS,
                KubePlugins.IN_TREE,
                extenders(configuration),
                new Warnings(),
                new Metrics("test"))
            .run());
  }

  private void start(ClusterRun run) {
    open.add(run);
    run.lead();
    try {
      assertThat(run.awaitReady(Duration.ofSeconds(60))).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private List<SchedulerExtender> extenders(KubeConfiguration configuration) {
    var extenders = new ArrayList<SchedulerExtender>();
    for (Extender extender : configuration.extenders()) {
      try {
        var made = new HttpExtender(extender, ObjectWriter::untypedJson);
        open.addFirst(made);
        extenders.add(made);
      } catch (ExtenderSetupException e) {
        throw new IllegalStateException(e);
      }
    }
    return extenders;
  }

  /** What an operator would have been warned of. */
  List<String> warnings() {
    return List.copyOf(warnings);
  }

  void create(NodeBuilder node) throws IOException {
    create(node.build());
  }

  void create(PodBuilder pod) throws IOException {
    create(pod.build());
  }

  void create(ClusterObject object) throws IOException {
    cluster.create(object.kind(), ObjectWriter.json(object));
  }

  /** Makes an object from YAML. */
  void create(ObjectKind kind, String manifest) throws IOException {
    ApiAnswer answer =
        cluster.send(
            new ApiRequest(
                "POST", ApiPaths.collection(kind, "default"), "application/yaml", manifest));
    assertThat(answer.succeeded()).as(answer.body()).isTrue();
  }

  /** Changes some fields of an object, or of a part of it that is written by itself. */
  void patch(ObjectKind kind, String nameAndPart, String change) throws IOException {
    ApiAnswer answer =
        cluster.send(
            ApiRequest.patch(
                ApiPaths.collection(kind, "default") + "/" + nameAndPart,
                ApiRequest.MERGE,
                change));
    assertThat(answer.succeeded()).as(answer.body()).isTrue();
  }

  Pod pod(String name) throws IOException {
    return cluster.get(Pod.class, ObjectKind.POD, name);
  }

  /** The pod as soon as something holds of it. */
  Pod await(String name, String what, Predicate<Pod> condition) throws IOException {
    return Eventually.find(
        "pod %s %s".formatted(name, what),
        () -> {
          Pod pod = pod(name);
          return condition.test(pod) ? pod : null;
        },
        () -> PodEvents.all(cluster));
  }

  /** The node of a pod as soon as it is bound. */
  String nodeOf(String name) throws IOException {
    return await(name, "bound", Pod::assigned).nodeName();
  }

  /** What a pod that is not scheduled says of itself. */
  PodCondition unscheduled(String name) throws IOException {
    return Eventually.find(
        "pod %s not scheduled".formatted(name), () -> condition(pod(name), "PodScheduled"));
  }

  static @Nullable PodCondition condition(Pod pod, String type) {
    return pod.status().conditions().stream()
        .filter(condition -> condition.type().equals(type))
        .findFirst()
        .orElse(null);
  }

  /** The first event of a kind that a pod, or a group, has. */
  PodEvent event(String pod, String reason) throws IOException {
    return event(pod, reason, _ -> true);
  }

  /** The same, of those that say certain things. */
  PodEvent event(String pod, String reason, Predicate<String> note) throws IOException {
    return Eventually.find(
        "event %s of pod %s".formatted(reason, pod),
        () ->
            PodEvents.of(cluster, pod).stream()
                .filter(event -> event.reason().equals(reason) && note.test(event.note()))
                .findFirst()
                .orElse(null),
        () -> PodEvents.all(cluster));
  }

  /** Ends a pod at once, as its kubelet does. */
  void end(String pod) throws IOException {
    cluster.delete(ObjectKind.POD, pod);
  }

  /** Ends what was started, then removes all that was made. */
  @Override
  public void close() throws IOException {
    for (AutoCloseable one : open.reversed()) {
      try {
        one.close();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
    open.clear();
    remove(KINDS);
  }

  /** Removes all objects of some kinds, and all Events. */
  void remove(List<ObjectKind> kinds) throws IOException {
    for (ObjectKind kind : kinds) {
      for (ClusterObject object : cluster.list(kind).values()) {
        // What every cluster has is not of the test's making.
        if (!object.name().startsWith("system-")) {
          remove(object);
        }
      }
    }
    cluster.send(ApiRequest.delete(PodEvents.PATH, "{}"));
  }

  private void remove(ClusterObject object) throws IOException {
    // Nobody is there who would do what finalizers wait for.
    if (!object.meta().finalizers().isEmpty()) {
      patch(object.kind(), object.name(), "{\"metadata\": {\"finalizers\": null}}");
    }
    cluster.delete(object.kind(), object.name());
  }

  private final class Warnings implements RunLog {

    @Override
    public void info(String message) {
      // Of no interest here.
    }

    @Override
    public void warn(String message) {
      warnings.add(message);
    }
  }
}
