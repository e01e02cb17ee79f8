package io.merapi.bench.endtoend;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** What another process has used, as the operating system counts it. */
final class ProcessUse {

  private ProcessUse() {}

  /** Of all its threads, since it began. */
  static Duration cpu(ProcessHandle process) {
    return process.info().totalCpuDuration().orElse(Duration.ZERO);
  }

  /** The most memory that it had at a time; 0 where the system does not tell. */
  static long peakMemory(ProcessHandle process) throws IOException {
    Path status = Path.of("/proc", String.valueOf(process.pid()), "status");
    if (!Files.isReadable(status)) {
      return 0;
    }
    return Files.readAllLines(status).stream()
        .filter(line -> line.startsWith("VmHWM:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
        .findFirst()
        .orElse(0);
  }

  /** Holds a process where it is, or lets it go on. */
  static void signal(ProcessHandle process, String signal)
      throws IOException, InterruptedException {
    Process kill = new ProcessBuilder("kill", "-" + signal, String.valueOf(process.pid())).start();
    if (kill.waitFor() != 0) {
      throw new IOException("process %d cannot be sent %s".formatted(process.pid(), signal));
    }
  }
}
