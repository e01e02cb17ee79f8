package io.merapi.sim.trace;

import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * A pod list of the openb trace: Alibaba's {@code cluster-trace-gpu-v2023}.
 *
 * <p>A pod comes when it was created and runs for as long as it was on its node: until it was
 * deleted. The time that it waited is not part of that, since the scheduler at hand decides anew
 * how long that is. A pod that the real cluster never placed has no such time; it is taken to run
 * for as long as somebody had it wait, because to leave it out would take away the very demand that
 * the cluster could not meet.
 */
final class OpenbPods implements TraceFormat {

  static final String TITLE = "an openb pod list";

  static final List<String> REQUIRED =
      List.of(
          "name",
          "cpu_milli",
          "memory_mib",
          "num_gpu",
          "gpu_milli",
          "creation_time",
          "deletion_time",
          "scheduled_time");

  private static final int MIB_SHIFT = 20;

  private final CsvTable table;

  OpenbPods(CsvTable table) {
    table.require(TITLE, REQUIRED);
    this.table = table;
  }

  @Override
  public String title() {
    return TITLE;
  }

  @Override
  public TracedJob read(String line, int number) {
    Row row = table.row(line);
    String team = row.has("qos") ? row.text("qos").toLowerCase(Locale.ROOT) : "default";
    return new TracedJob(
        row.required("name", "the name of a pod"),
        team,
        team,
        "",
        row.time("creation_time"),
        runTime(row),
        1,
        0,
        shape(row));
  }

  private static Duration runTime(Row row) {
    String begin = row.has("scheduled_time") ? "scheduled_time" : "creation_time";
    Duration runTime = row.time("deletion_time").minus(row.time(begin));
    if (runTime.isNegative()) {
      throw new BrokenRow(
          "deletion_time",
          row.text("deletion_time"),
          "at least %s (%s)".formatted(begin, row.text(begin)));
    }
    return runTime;
  }

  private static PodShape shape(Row row) {
    int cards = row.count("num_gpu", 0, PodShape.MOST_CARDS);
    int part = row.count("gpu_milli", 0, PodShape.WHOLE_CARD);
    if (cards > 1 && part != PodShape.WHOLE_CARD) {
      throw new BrokenRow(
          "gpu_milli",
          Integer.toString(part),
          "1000 where num_gpu (%d) is more than 1".formatted(cards));
    }
    if (cards == 1 && part == 0) {
      throw new BrokenRow("gpu_milli", "0", "from 1 to 1000 where num_gpu is 1");
    }
    return new PodShape(
        row.whole("cpu_milli", 0),
        bytes(row.whole("memory_mib", 0)),
        cards,
        cards == 0 ? 0 : part,
        cards == 0 ? List.of() : row.alternatives("gpu_spec"));
  }

  static long bytes(long mebibytes) {
    if (mebibytes > Long.MAX_VALUE >> MIB_SHIFT) {
      throw new BrokenRow(
          "memory_mib", Long.toString(mebibytes), "a number of mebibytes below 8 exbibytes");
    }
    return mebibytes << MIB_SHIFT;
  }

  @Override
  public boolean isLog() {
    return true;
  }
}
