package io.merapi.bench.endtoend;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Pattern;

/** What another process has used, as the operating system counts it. */
final class ProcessUse {

  /** A generation of the parallel collector, in what the Java machine says of its heap. */
  private static final Pattern USED = Pattern.compile("(?:PSYoungGen|ParOldGen).*?used (\\d+)K");

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

  /** What a Java program still holds after a collection; 0 where that cannot be asked. */
  static long heapInUse(ProcessHandle process) throws IOException, InterruptedException {
    ask(process, "GC.run");
    return USED.matcher(ask(process, "GC.heap_info"))
        .results()
        .mapToLong(used -> Long.parseLong(used.group(1)) * 1024)
        .sum();
  }

  private static String ask(ProcessHandle process, String question)
      throws IOException, InterruptedException {
    Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    if (!Files.isExecutable(jcmd)) {
      return "";
    }
    Process asked =
        new ProcessBuilder(jcmd.toString(), String.valueOf(process.pid()), question).start();
    String answer = new String(asked.getInputStream().readAllBytes(), UTF_8);
    asked.waitFor();
    return answer;
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
