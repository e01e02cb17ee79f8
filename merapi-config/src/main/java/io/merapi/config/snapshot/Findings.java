package io.merapi.config.snapshot;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.plugin.ProblemKind;
import io.merapi.config.objects.MalformedObjectException;
import io.merapi.config.objects.ObjectSink;
import io.merapi.config.source.Location;
import io.merapi.config.source.MalformedTextException;
import io.merapi.config.source.Problem;
import io.merapi.config.source.Problem.Severity;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Checks each object that was read, hands the good ones on, and counts. */
final class Findings implements ObjectSink {

  /** More problems than anybody reads; a hostile file has millions. */
  private static final int MAX_PROBLEMS = 1_000;

  /** More kinds than any cluster has. */
  private static final int MAX_SKIPPED_KINDS = 10_000;

  private static final String OTHER_KINDS = "(others)";

  private final Consumer<ClusterObject> consumer;
  private final Map<ObjectKind, Map<String, Location>> places = new EnumMap<>(ObjectKind.class);
  private final TreeMap<ObjectKind, Long> counts = new TreeMap<>();
  private final TreeMap<String, Long> skipped = new TreeMap<>();
  private final List<Problem> problems = new ArrayList<>();
  private long problemCount;
  private long setAside;
  private long unreadable;
  private long broken;

  Findings(Consumer<ClusterObject> consumer) {
    this.consumer = consumer;
  }

  @Override
  public void object(ClusterObject object, Location where) {
    if (object.name().isEmpty()) {
      setAside(ProblemKind.REQUIRED, where, "metadata.name", "must be given");
      return;
    }
    Map<String, Location> ofKind = places.computeIfAbsent(object.kind(), _ -> new HashMap<>());
    Location first = ofKind.putIfAbsent(object.key(), where);
    if (first != null) {
      setAside(
          ProblemKind.DUPLICATE,
          where,
          "metadata.name",
          "(%s) must not be that of another %s, which stands at %s"
              .formatted(object.key(), object.kind().kindName(), first));
      return;
    }
    counts.merge(object.kind(), 1L, Long::sum);
    consumer.accept(object);
  }

  @Override
  public void skipped(String group, String kindName) {
    String name = group.isEmpty() ? kindName : kindName + "." + group;
    boolean counted = skipped.containsKey(name) || skipped.size() < MAX_SKIPPED_KINDS;
    skipped.merge(counted ? name : OTHER_KINDS, 1L, Long::sum);
  }

  @Override
  public void malformed(MalformedObjectException complaint) {
    setAside(ProblemKind.INVALID, complaint.where(), complaint.path(), message(complaint));
  }

  /** A text that cannot be read on. */
  void broken(MalformedTextException complaint) {
    broken++;
    report(ProblemKind.MALFORMED, complaint.where(), "", message(complaint));
  }

  /** A path that cannot be opened. */
  void unreadable(String path, String message) {
    unreadable++;
    report(ProblemKind.MALFORMED, Location.of(path), "", message);
  }

  LoadResult result() {
    return new LoadResult(counts, skipped, problems, problemCount, setAside, unreadable, broken);
  }

  private void setAside(ProblemKind kind, Location where, String path, String message) {
    setAside++;
    report(kind, where, path, message);
  }

  private void report(ProblemKind kind, Location where, String path, String message) {
    problemCount++;
    if (problems.size() < MAX_PROBLEMS) {
      problems.add(new Problem(Severity.REFUSED, kind, where, path, message, ""));
    }
  }

  private static String message(Exception complaint) {
    return String.valueOf(complaint.getMessage());
  }
}
