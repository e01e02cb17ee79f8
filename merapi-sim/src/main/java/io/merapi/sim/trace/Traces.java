package io.merapi.sim.trace;

import io.merapi.api.batch.Queue;
import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.node.Node;
import io.merapi.api.workload.PriorityClass;
import io.merapi.config.source.Location;
import io.merapi.config.source.Problem;
import io.merapi.config.source.Problem.Severity;
import io.merapi.sim.workload.Arrival;
import io.merapi.sim.workload.ArrivalSource;
import io.merapi.sim.workload.Arrivals;
import io.merapi.sim.workload.JobKinds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All trace files among the input of a simulation, looked through before it begins. */
public final class Traces {

  private final List<TraceFile> files = new ArrayList<>();

  private Traces() {}

  /** The trace files among some paths; a directory stands for those in it, sorted. */
  public static List<String> find(Collection<String> paths) throws IOException {
    var found = new ArrayList<String>();
    for (String path : paths) {
      if (isTrace(path)) {
        found.add(path);
      } else if (Files.isDirectory(Path.of(path))) {
        try (Stream<Path> tree = Files.walk(Path.of(path))) {
          tree.filter(Files::isRegularFile)
              .map(Path::toString)
              .filter(Traces::isTrace)
              .sorted()
              .forEach(found::add);
        }
      }
    }
    return found;
  }

  /** Whether a file is a trace, by its name. */
  public static boolean isTrace(String path) {
    return path.toLowerCase(Locale.ROOT).matches(".+\\.(csv|swf)(\\.gz)?");
  }

  /** Looks through all lines of some files. */
  public static Traces lookThrough(List<String> paths) throws IOException {
    var traces = new Traces();
    var places = new HashMap<String, Location>();
    for (String path : paths) {
      traces.files.add(TraceFile.lookThrough(path, places));
    }
    return traces;
  }

  /** What is wrong with the files. */
  public List<Problem> problems() {
    return files.stream().flatMap(file -> file.problems.stream()).toList();
  }

  /**
   * Whether they can be used.
   *
   * @param keepGoing whether broken lines may be passed over; a file without a good line may not
   */
  public boolean usable(boolean keepGoing) {
    return files.stream().allMatch(TraceFile::isUsable)
        && (keepGoing
            || problems().stream().allMatch(problem -> problem.severity() != Severity.REFUSED));
  }

  /** Sentences on what a reader of the result should know. */
  public List<String> remarks() {
    var remarks = new ArrayList<String>();
    for (TraceFile file : files) {
      if (!file.brokenLines.isEmpty()) {
        remarks.add(
            "%s: broken lines passed over: %,d".formatted(file.path, file.brokenLines.size()));
      }
      if (file.leftOut > 0) {
        remarks.add("%s: jobs left out that never ran: %,d".formatted(file.path, file.leftOut));
      }
      if (!file.inOrder) {
        remarks.add(
            "%s: lines are not in the order of arrival and were sorted".formatted(file.path));
      }
    }
    return remarks;
  }

  /** Priority classes that jobs name and nobody has: those jobs have no priority then. */
  public List<String> missingPriorityClasses(Collection<ClusterObject> objects) {
    Set<String> known =
        objects.stream()
            .filter(PriorityClass.class::isInstance)
            .map(ClusterObject::name)
            .collect(Collectors.toSet());
    return files.stream()
        .flatMap(file -> file.priorityClasses.stream())
        .distinct()
        .filter(name -> !known.contains(name))
        .toList();
  }

  /** The nodes that they list, or else those that they speak of where the input has no others. */
  private List<Node> nodes(TraceTarget target, Present present) {
    var objects = new TracedObjects(target);
    var nodes = new ArrayList<Node>();
    files.stream()
        .filter(file -> file.nodes > 0)
        .forEach(file ->
            forEach(
                file,
                entry -> {
                  if (entry instanceof TracedNode node) {
                    nodes.add(objects.node(node));
                  }
                }));
    if (nodes.isEmpty() && !present.nodes) {
      files.stream().flatMap(file -> file.machine.stream()).map(objects::node).forEach(nodes::add);
    }
    return nodes;
  }

  /** Calls back for everything that they list, file by file. */
  public void forEach(Consumer<TracedEntry> consumer) {
    files.forEach(file -> forEach(file, consumer));
  }

  private static void forEach(TraceFile file, Consumer<TracedEntry> consumer) {
    try (TraceReading entries = TraceReading.of(file)) {
      for (TracedEntry entry = entries.next(); entry != null; entry = entries.next()) {
        consumer.accept(entry);
      }
    }
  }

  /**
   * Lets what they hold come to a cluster.
   *
   * @param surroundings what is there before the first job comes
   */
  public List<ArrivalSource> sources(TraceTarget target, List<ClusterObject> surroundings) {
    var sources = new ArrayList<ArrivalSource>();
    sources.add((start, _) ->
        Arrivals.of(surroundings.stream().map(object -> new Arrival(start, object)).toList()));
    files.stream()
        .filter(file -> file.jobs > 0)
        .map(file -> new TraceSource(file, file.isLog ? origin() : Duration.ZERO, target))
        .forEach(sources::add);
    return sources;
  }

  /** The kinds of jobs that they let come. */
  public JobKinds kinds(TraceTarget target, Present present) {
    var objects = new TracedObjects(target);
    return new JobKinds(
        files.stream().flatMap(file -> file.kinds.of(objects, present.queues).stream()).toList(),
        files.stream().allMatch(file -> file.kinds.complete()));
  }

  /**
   * What the rest of the input holds.
   *
   * @param nodes whether it has any
   * @param queues their names
   */
  public record Present(boolean nodes, Set<String> queues) {

    public Present {
      queues = Set.copyOf(queues);
    }
  }

  /** Logs begin with their first job, so that nobody waits for a year that was cut off. */
  private Duration origin() {
    return files.stream()
        .filter(file -> file.isLog)
        .map(file -> file.earliest)
        .filter(Objects::nonNull)
        .min(Comparator.naturalOrder())
        .orElse(Duration.ZERO);
  }

  /** What is there before the first job comes: nodes, and queues and priorities that jobs name. */
  public List<ClusterObject> surroundings(TraceTarget target, Present present) {
    var objects = new ArrayList<ClusterObject>(nodes(target, present));
    files.stream()
        .flatMap(file -> file.priorityClasses.stream())
        .distinct()
        .map(NumberedPriority::named)
        .filter(Objects::nonNull)
        .map(NumberedPriority::asClass)
        .forEach(objects::add);
    if (target.startsGangs()) {
      files.stream()
          .flatMap(file -> file.queues.stream())
          .distinct()
          .filter(queue -> !present.queues.contains(queue))
          .map(queue -> Queue.open(queue, true))
          .forEach(objects::add);
    }
    return objects;
  }
}
