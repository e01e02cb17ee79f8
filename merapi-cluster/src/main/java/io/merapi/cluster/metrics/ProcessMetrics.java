package io.merapi.cluster.metrics;

import com.sun.management.UnixOperatingSystemMXBean;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The metrics {@code process_*} that every Prometheus client has, and the memory of the JVM. */
final class ProcessMetrics implements MultiCollector {

  private static final Path STATUS = Path.of("/proc/self/status");
  private static final double NANOS = 1e9;
  private static final double MILLIS = 1e3;
  private static final double KIBI = 1024;

  @Override
  public MetricSnapshots collect() {
    var all = new ArrayList<MetricSnapshot>();
    all.add(
        gauge(
            "process_start_time_seconds",
            "When the process was started, in seconds since 1970.",
            ManagementFactory.getRuntimeMXBean().getStartTime() / MILLIS));
    all.add(
        gauge(
            "jvm_memory_used_bytes",
            "Memory of the heap in use, what is no longer needed included.",
            (double) ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed()));
    if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system) {
      all.add(
          CounterSnapshot.builder()
              .name("process_cpu_seconds")
              .help("Time of processors that the process has used, in seconds.")
              .dataPoint(
                  CounterDataPointSnapshot.builder()
                      .value(system.getProcessCpuTime() / NANOS)
                      .build())
              .build());
      all.add(
          gauge(
              "process_open_fds",
              "Files and sockets that are open.",
              (double) system.getOpenFileDescriptorCount()));
      all.add(
          gauge(
              "process_max_fds",
              "Files and sockets that may be open.",
              (double) system.getMaxFileDescriptorCount()));
    }
    memory(all);
    return new MetricSnapshots(all);
  }

  /** Only Linux says how much memory a process has; elsewhere these two are left out. */
  private static void memory(List<MetricSnapshot> out) {
    try {
      for (String line : Files.readAllLines(STATUS)) {
        if (line.startsWith("VmRSS:")) {
          out.add(
              gauge(
                  "process_resident_memory_bytes",
                  "Memory of the process that is in RAM, in bytes.",
                  kibibytes(line)));
        } else if (line.startsWith("VmSize:")) {
          out.add(
              gauge(
                  "process_virtual_memory_bytes",
                  "Addresses that the process has reserved, in bytes.",
                  kibibytes(line)));
        }
      }
    } catch (IOException _) {
      // There is no such file here.
    }
  }

  private static double kibibytes(String line) {
    return Double.parseDouble(line.replaceAll("\\D", "")) * KIBI;
  }

  private static MetricSnapshot gauge(String name, String help, double value) {
    var family = new GaugeFamily(name, help);
    family.set(value);
    return family.snapshot();
  }
}
