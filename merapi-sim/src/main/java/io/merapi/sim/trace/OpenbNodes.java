package io.merapi.sim.trace;

import java.util.List;

/** The node list of the openb trace: Alibaba's {@code cluster-trace-gpu-v2023}. */
final class OpenbNodes implements TraceFormat {

  static final String TITLE = "an openb node list";

  static final List<String> REQUIRED = List.of("sn", "cpu_milli", "memory_mib", "gpu");

  private final CsvTable table;

  OpenbNodes(CsvTable table) {
    table.require(TITLE, REQUIRED);
    this.table = table;
  }

  @Override
  public String title() {
    return TITLE;
  }

  @Override
  public TracedNode read(String line, int number) {
    Row row = table.row(line);
    return new TracedNode(
        row.required("sn", "the name of a node"),
        row.whole("cpu_milli", 0),
        OpenbPods.bytes(row.whole("memory_mib", 0)),
        row.count("gpu", 0, PodShape.MOST_CARDS),
        row.text("model"));
  }

  @Override
  public boolean isLog() {
    return false;
  }
}
