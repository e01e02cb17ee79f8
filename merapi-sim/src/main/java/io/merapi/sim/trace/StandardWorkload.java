package io.merapi.sim.trace;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A log in the Standard Workload Format of the Parallel Workloads Archive.
 *
 * <p>Each processor that a job asks for is a pod with one CPU, and all of them start together. The
 * request counts; where it is unknown, what the job was given. A job of which the log knows no
 * processors or no run time never ran, and is left out.
 */
final class StandardWorkload implements TraceFormat {

  private static final List<String> FIELDS =
      List.of(
          "job_number",
          "submit_time",
          "wait_time",
          "run_time",
          "allocated_processors",
          "average_cpu_time",
          "used_memory",
          "requested_processors",
          "requested_time",
          "requested_memory",
          "status",
          "user",
          "group",
          "executable",
          "queue",
          "partition",
          "preceding_job",
          "think_time");

  private static final Map<String, Integer> COLUMNS = new LinkedHashMap<>();

  static {
    FIELDS.forEach(field -> COLUMNS.put(field, COLUMNS.size()));
  }

  private static final String TITLE = "a log in the Standard Workload Format";
  private static final Pattern REMARK = Pattern.compile("\\s*;+\\s*(\\w+):\\s*(\\d+)\\b.*");
  private static final Pattern SPACE = Pattern.compile("\\s+");
  private static final String CANCELLED = "5";
  private static final Set<String> PARTS = Set.of("2", "3", "4");
  private static final long UNKNOWN = -1;
  private static final int CPU_MILLIS = 1000;
  private static final int KIB_SHIFT = 10;
  private static final int MOST_PROCESSORS = 10_000_000;

  private final Map<String, Integer> header = new LinkedHashMap<>();
  private long leftOut;

  @Override
  public String title() {
    return TITLE;
  }

  @Override
  public @Nullable TracedJob read(String line, int number) {
    if (line.stripLeading().startsWith(";")) {
      remark(line);
      return null;
    }
    var row = new Row(COLUMNS, List.of(SPACE.split(line.strip(), -1)));
    long processors = known(row, "requested_processors", "allocated_processors");
    if (processors <= 0 || neverRan(row) || isPartOfAnother(row)) {
      leftOut++;
      return null;
    }
    if (processors > MOST_PROCESSORS) {
      throw new BrokenRow(
          "requested_processors", Long.toString(processors), "at most " + MOST_PROCESSORS);
    }
    String user = numbered(row, "user");
    String queue = numbered(row, "queue");
    String partition = numbered(row, "partition");
    Duration submitted = row.time("submit_time");
    return new TracedJob(
        "job-" + row.whole("job_number", 0),
        user.isEmpty() ? "default" : user,
        !queue.isEmpty() ? queue : !partition.isEmpty() ? partition : user,
        "",
        submitted,
        row.time("run_time"),
        (int) processors,
        (int) processors,
        PodShape.withoutCards(CPU_MILLIS, memory(row)));
  }

  private static boolean neverRan(Row row) {
    return isUnknown(row, "run_time")
        || (row.text("status").equals(CANCELLED) && row.time("run_time").isZero());
  }

  /** A job that was swapped out and in has a line of its own, and one for each part of its run. */
  private static boolean isPartOfAnother(Row row) {
    return PARTS.contains(row.text("status"));
  }

  /** Comments at the top of the log describe the machine. */
  private void remark(String line) {
    Matcher remark = REMARK.matcher(line);
    if (remark.matches() && remark.group(2).length() <= 8) {
      header.putIfAbsent(remark.group(1), Integer.valueOf(remark.group(2)));
    }
  }

  /** What a processor needs, which the log has in kibibytes; nothing where it does not know. */
  private static long memory(Row row) {
    long kibibytes = known(row, "requested_memory", "used_memory");
    if (kibibytes > Long.MAX_VALUE >> KIB_SHIFT) {
      throw new BrokenRow(
          "requested_memory", Long.toString(kibibytes), "a number of kibibytes below 8 exbibytes");
    }
    return kibibytes <= 0 ? 0 : kibibytes << KIB_SHIFT;
  }

  /** The first of two fields that the log knows. */
  private static long known(Row row, String field, String otherwise) {
    String chosen = isUnknown(row, field) ? otherwise : field;
    return isUnknown(row, chosen) ? UNKNOWN : row.roundedUp(chosen);
  }

  private static String numbered(Row row, String field) {
    return isUnknown(row, field) ? "" : field + "-" + row.whole(field, 0);
  }

  private static boolean isUnknown(Row row, String field) {
    return row.text(field).matches("-1(\\.0*)?");
  }

  /**
   * The machine by the comments at the top, with enough memory for every job.
   *
   * @param memoryPerProcessor the most that a processor of any job needs
   */
  @Override
  public List<TracedNode> machine(long memoryPerProcessor) {
    int processors = header.getOrDefault("MaxProcs", header.getOrDefault("MaxNodes", 0));
    int count = Math.min(header.getOrDefault("MaxNodes", processors), processors);
    var nodes = new ArrayList<TracedNode>();
    for (int i = 0; i < count; i++) {
      // What does not divide evenly goes to the first nodes.
      long cpus = (long) processors / count + (i < processors % count ? 1 : 0);
      nodes.add(new TracedNode("node-" + i, cpus * CPU_MILLIS, cpus * memoryPerProcessor, 0, ""));
    }
    return nodes;
  }

  @Override
  public long leftOut() {
    return leftOut;
  }

  @Override
  public boolean isLog() {
    return true;
  }
}
