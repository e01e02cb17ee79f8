package io.merapi.sim.trace;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.sim.trace.Traces.Present;
import io.merapi.sim.workload.Arrival;
import io.merapi.sim.workload.Arrivals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Trace files of a test, and what comes of them. */
final class TraceFiles {

  static final TraceTarget KUBE = new TraceTarget("", false, false);
  static final TraceTarget BATCH = new TraceTarget("volcano", true, false);
  static final TraceTarget SHARING = new TraceTarget("volcano", true, true);

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private final Path directory;
  private final List<String> paths = new ArrayList<>();

  TraceFiles(Path directory) {
    this.directory = directory;
  }

  TraceFiles with(String name, String text) throws IOException {
    paths.add(Files.writeString(directory.resolve(name), text).toString());
    return this;
  }

  TraceFiles with(String name, byte[] bytes) throws IOException {
    paths.add(Files.write(directory.resolve(name), bytes).toString());
    return this;
  }

  Traces lookThrough() throws IOException {
    return Traces.lookThrough(paths);
  }

  /** What is wrong, each with the bare name of its file. */
  List<String> problems() throws IOException {
    return lookThrough().problems().stream()
        .map(problem -> problem.toString().replace(directory + "/", ""))
        .toList();
  }

  /** Everything that comes, with seconds after the start. */
  List<Coming> arrivals(TraceTarget target) throws IOException {
    var all = new ArrayList<Coming>();
    Traces traces = lookThrough();
    List<ClusterObject> surroundings = traces.surroundings(target, new Present(false, Set.of()));
    try (Arrivals arrivals =
        Arrivals.merged(
            traces.sources(target, surroundings).stream()
                .map(source -> source.open(START, 0))
                .toList())) {
      for (Arrival next = arrivals.next(); next != null; next = arrivals.next()) {
        all.add(new Coming(Duration.between(START, next.when()).toSeconds(), next.object()));
      }
    }
    return all;
  }

  <T extends ClusterObject> List<T> objects(TraceTarget target, Class<T> type) throws IOException {
    return arrivals(target).stream()
        .map(Coming::object)
        .filter(type::isInstance)
        .map(type::cast)
        .toList();
  }

  record Coming(long seconds, ClusterObject object) {

    @Override
    public String toString() {
      return "%d %s %s".formatted(seconds, object.kind().kindName(), object.key());
    }
  }
}
