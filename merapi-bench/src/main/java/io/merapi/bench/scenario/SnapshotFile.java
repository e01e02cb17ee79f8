package io.merapi.bench.scenario;

import static io.merapi.bench.scenario.Cluster.asking;
import static io.merapi.bench.scenario.Cluster.named;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.merapi.api.batch.PodGroup;
import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodSpec;
import io.merapi.config.objects.ObjectWriter;
import io.merapi.config.snapshot.LoadResult;
import io.merapi.config.snapshot.SnapshotLoader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A file with the objects of a cluster, as a user would load it: nodes, groups of a hundred pods
 * that run on them, and one pod that waits in a group of its own. It is gone when the program ends.
 */
final class SnapshotFile {

  private static final int GROUP = 100;
  private static final int APPS = 50;
  private static final int NAMESPACES = 10;
  private static final String WAITING = "waiting";

  private final Path path;

  private SnapshotFile(Path path) {
    this.path = path;
  }

  /** Writes YAML with as many kinds of pods as the setting has classes. */
  static SnapshotFile yaml(Setting setting) {
    return written(".yaml", setting, ObjectWriter::yamlList);
  }

  /** The same as JSON, which is faster to read. */
  static SnapshotFile json(Setting setting) {
    return written(".json", setting, ObjectWriter::jsonList);
  }

  private interface Format {
    void write(Iterable<ClusterObject> objects, BufferedWriter to);
  }

  private static SnapshotFile written(String suffix, Setting setting, Format format) {
    try {
      Path path = Files.createTempFile("merapi-bench-", suffix);
      path.toFile().deleteOnExit();
      try (BufferedWriter to = Files.newBufferedWriter(path, UTF_8)) {
        format.write(() -> objects(setting), to);
      }
      return new SnapshotFile(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Iterator<ClusterObject> objects(Setting setting) {
    List<PodSpec> specs = specs(setting.mix().classes());
    Stream<ClusterObject> nodes = IntStream.range(0, setting.nodes()).mapToObj(Cluster::nodeAt);
    Stream<ClusterObject> groups =
        IntStream.range(0, (setting.pods() + GROUP - 1) / GROUP)
            .mapToObj(i -> group(namespace(i), groupName(i), PodGroupPhase.RUNNING));
    Stream<ClusterObject> pods =
        IntStream.range(0, setting.pods())
            .mapToObj(i -> pod(i, specs, Cluster.nodeName(i % setting.nodes())));
    Stream<ClusterObject> waiting =
        Stream.of(
            group("default", WAITING, PodGroupPhase.PENDING),
            Cluster.waiting(named(WAITING).group(WAITING), specs.getFirst()));
    return Stream.of(nodes, groups, pods, waiting).flatMap(stream -> stream).iterator();
  }

  /** Small enough that 100 of them fit on a node. */
  private static List<PodSpec> specs(int classes) {
    var specs = new ArrayList<PodSpec>();
    for (int i = 0; i < classes; i++) {
      specs.add(asking(100 + i % 20 * 10, 64 + i / 20).spec());
    }
    return specs;
  }

  private static PodGroup group(String namespace, String name, PodGroupPhase phase) {
    return podGroup(name)
        .phase(phase)
        .build()
        .withMeta(ObjectMeta.named(namespace, name).withCreation(Cluster.START));
  }

  private static String groupName(int group) {
    return "app-%d-%08x".formatted(group % APPS, group);
  }

  private static String namespace(int group) {
    return "team-" + group % NAMESPACES;
  }

  private static Pod pod(int index, List<PodSpec> specs, String node) {
    int group = index / GROUP;
    return Cluster.running(
        named("%s-%05d".formatted(groupName(group), index))
            .namespace(namespace(group))
            .label("app.kubernetes.io/name", "app-" + group % APPS)
            .label("pod-template-hash", "%08x".formatted(group))
            .group(groupName(group))
            .controller("apps/v1", "ReplicaSet", groupName(group)),
        specs.get(group % specs.size()),
        node);
  }

  /**
   * Reads the file and hands on each object.
   *
   * @return the CPU time of the thread that read, which is gone
   */
  long load(Consumer<ClusterObject> consumer) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    var cpuNanos = new AtomicLong();
    LoadResult result =
        new SnapshotLoader(
                InputStream.nullInputStream(), _ -> cpuNanos.set(threads.getCurrentThreadCpuTime()))
            .load(List.of(path.toString()), consumer);
    if (!result.usable(false)) {
      throw new IllegalStateException("the file cannot be read: " + result.problems());
    }
    return cpuNanos.get();
  }
}
