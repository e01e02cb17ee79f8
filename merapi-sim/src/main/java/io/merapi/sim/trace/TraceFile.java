package io.merapi.sim.trace;

import io.merapi.api.plugin.ProblemKind;
import io.merapi.config.source.Location;
import io.merapi.config.source.Problem;
import io.merapi.config.source.Problem.Severity;
import io.merapi.config.source.Spelling;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** One file of a trace and what a first look at all of its lines has found. */
final class TraceFile {

  /** More broken lines say nothing new. */
  private static final int MOST_PROBLEMS = 20;

  final String path;
  final List<Problem> problems = new ArrayList<>();
  final Set<String> queues = new TreeSet<>();
  final Set<String> priorityClasses = new TreeSet<>();
  final TracedKinds kinds = new TracedKinds();
  final Set<Integer> brokenLines = new HashSet<>();
  List<TracedNode> machine = List.of();
  int nodes;
  long jobs;
  long leftOut;
  boolean isLog;

  /** When the first of its jobs comes; null where it has none. */
  @Nullable Duration earliest;

  /** Whether each job comes no earlier than those on the lines before. */
  boolean inOrder = true;

  private @Nullable Duration latest;
  private long mostMemory;

  private TraceFile(String path) {
    this.path = path;
  }

  /**
   * Looks through a file.
   *
   * @param places where names were met so far, in other files too
   */
  static TraceFile lookThrough(String path, Map<String, Location> places) throws IOException {
    var file = new TraceFile(path);
    try (TraceEntries entries = TraceEntries.open(path)) {
      file.read(entries, places);
    } catch (BrokenRow e) {
      file.refuse(1, e);
    }
    return file;
  }

  private void read(TraceEntries entries, Map<String, Location> places) {
    TraceFormat format = entries.format();
    warnOf(format);
    boolean more = true;
    while (more) {
      try {
        TracedEntry entry = entries.next();
        more = entry != null;
        if (entry != null) {
          note(entry, new Location(path, entries.line(), 0), places);
        }
      } catch (BrokenRow e) {
        brokenLines.add(entries.line());
        refuse(entries.line(), e);
      }
    }
    isLog = format.isLog();
    leftOut = format.leftOut();
    machine = format.machine(mostMemory);
    if (brokenLines.size() > MOST_PROBLEMS) {
      problems.add(
          problem(
              Severity.REFUSED,
              Location.of(path),
              "",
              "and %,d more broken lines".formatted(brokenLines.size() - MOST_PROBLEMS),
              ""));
    }
    if (nodes == 0 && jobs == 0 && brokenLines.isEmpty()) {
      refuse(
          entries.line(), new BrokenRow("", "holds nothing, expected lines of " + format.title()));
    }
  }

  private void warnOf(TraceFormat format) {
    for (String column : format.unknownColumns()) {
      problems.add(
          problem(
              Severity.FALLBACK,
              new Location(path, 1, 0),
              column,
              "is a column that nothing reads",
              Spelling.advice(column, PlainJobs.OPTIONAL)));
    }
  }

  private void note(TracedEntry entry, Location place, Map<String, Location> places) {
    String key =
        switch (entry) {
          case TracedNode node -> node.name();
          case TracedJob job -> job.namespace() + "/" + job.name();
        };
    Location first = places.putIfAbsent(key, place);
    if (first != null) {
      throw new BrokenRow("", "has the name %s, expected another than on %s".formatted(key, first));
    }
    switch (entry) {
      case TracedNode _ -> nodes++;
      case TracedJob job -> {
        note(job);
        kinds.add(job, place);
      }
    }
  }

  private void note(TracedJob job) {
    jobs++;
    if (!job.queue().isEmpty()) {
      queues.add(job.queue());
    }
    if (!job.priorityClass().isEmpty()) {
      priorityClasses.add(job.priorityClass());
    }
    mostMemory = Math.max(mostMemory, job.shape().memoryBytes());
    inOrder &= latest == null || job.arrival().compareTo(latest) >= 0;
    latest = job.arrival();
    if (earliest == null || job.arrival().compareTo(earliest) < 0) {
      earliest = job.arrival();
    }
  }

  private void refuse(int line, BrokenRow broken) {
    if (problems.size() < MOST_PROBLEMS) {
      problems.add(
          problem(
              Severity.REFUSED, new Location(path, line, 0), broken.column(), broken.text(), ""));
    }
  }

  private static Problem problem(
      Severity severity, Location where, String column, String message, String advice) {
    return new Problem(severity, ProblemKind.MALFORMED, where, column, message, advice);
  }

  /** Whether anything can be read from it. */
  boolean isUsable() {
    return nodes > 0 || jobs > 0;
  }
}
