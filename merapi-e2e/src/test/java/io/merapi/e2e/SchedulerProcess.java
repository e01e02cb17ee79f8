package io.merapi.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** {@code merapi run} in a process of its own, as an operator starts it. */
final class SchedulerProcess implements AutoCloseable {

  private final Process process;
  private final Path log;

  private SchedulerProcess(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  /**
   * Starts to schedule.
   *
   * @param log gets what it says
   */
  static SchedulerProcess start(RealCluster cluster, Path log) throws IOException {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx512m",
            "-XX:+UseSerialGC",
            "--sun-misc-unsafe-memory-access=allow",
            "-cp",
            System.getProperty("java.class.path"),
            "io.merapi.cli.Merapi",
            "run",
            "--kubeconfig",
            cluster.plane().kubeconfig().toString());
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    return new SchedulerProcess(process, log);
  }

  /** Ends it without a chance to do anything more, as a crash does. */
  void kill() {
    process.destroyForcibly();
    awaitEnd();
  }

  /**
   * Asks it to end.
   *
   * @return its exit code
   */
  int stop() {
    process.destroy();
    return awaitEnd();
  }

  String log() throws IOException {
    return Files.readString(log);
  }

  private int awaitEnd() {
    try {
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      return process.exitValue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    kill();
  }
}
