package io.merapi.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

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
   * @param options of {@code merapi run}
   */
  static SchedulerProcess start(RealCluster cluster, Path log, String... options)
      throws IOException {
    return start(cluster.plane().kubeconfig(), log, options);
  }

  /** The same for a cluster that is reached another way. */
  static SchedulerProcess start(Path kubeconfig, Path log, String... options) throws IOException {
    var command = merapi();
    command.addAll(
        List.of(
            "run",
            // Tests want the load that the default of fifty requests a second keeps away.
            "--kube-api-qps=-1",
            "--kubeconfig",
            kubeconfig.toString()));
    command.addAll(List.of(options));
    if (Stream.of(options).noneMatch(option -> option.startsWith("--secure-port"))) {
      // Several of them run on this machine at once.
      command.add("--secure-port=0");
    }
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    return new SchedulerProcess(process, log);
  }

  private static List<String> merapi() {
    return new ArrayList<>(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx512m",
            "-XX:+UseSerialGC",
            "--sun-misc-unsafe-memory-access=allow",
            "-cp",
            System.getProperty("java.class.path"),
            "io.merapi.cli.Merapi"));
  }

  /** What another command says, which ends by itself. */
  static String command(String... arguments) throws IOException {
    List<String> command = merapi();
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  /** Sends it a signal, such as {@code USR1}. */
  void signal(String name) throws IOException {
    try {
      new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
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

  /** Waits for its end; its exit code. */
  int awaitEnd() {
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
