package io.merapi.bench.controlplane;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A program that runs until it is closed, and never longer than this process.
 *
 * <p>It is ended by {@link #close}, by a shutdown hook, and, where this process is killed and can
 * do neither, by a shell beside it that reads from this process and acts when that reading ends.
 */
public final class ServerProcess implements AutoCloseable {

  /**
   * Runs the arguments in the background, and kills them when the input ends. Servers are killed
   * and not asked: the API server lingers for minutes once etcd is gone.
   */
  private static final String GUARD =
      """
      exec 3<&0
      "$@" </dev/null 3<&- &
      child=$!
      { cat <&3 >/dev/null; kill -9 $child 2>/dev/null; } &
      guard=$!
      exec 3<&-
      wait $child
      code=$?
      kill $guard 2>/dev/null
      exit $code
      """;

  private final String name;
  private final Path log;
  private final Process process;
  private final Thread hook = new Thread(this::kill, "end a server");

  private ServerProcess(String name, Path log, Process process) {
    this.name = name;
    this.log = log;
    this.process = process;
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /**
   * Starts a program.
   *
   * @param log gets what it says
   */
  public static ServerProcess start(Path program, List<String> arguments, Path log)
      throws IOException {
    var command = new ArrayList<>(List.of("/bin/sh", "-c", GUARD, "guard", program.toString()));
    command.addAll(arguments);
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    return new ServerProcess(program.getFileName().toString(), log, process);
  }

  /** The program itself, to measure it; waits until it has begun. */
  public ProcessHandle program() throws IOException, InterruptedException {
    while (true) {
      // The shell starts it before its guard.
      Optional<ProcessHandle> first =
          process.children().min(Comparator.comparingLong(ProcessHandle::pid));
      if (first.isPresent()) {
        return first.get();
      }
      checkRunning();
      Thread.sleep(1);
    }
  }

  /** Fails, with the last words of the program, if it has ended. */
  public void checkRunning() throws IOException {
    if (!process.isAlive()) {
      throw new IOException(
          "%s ended with code %d:%n%s".formatted(name, process.exitValue(), Logs.tail(log)));
    }
  }

  /** Kills the program and waits until it is gone: whoever closes it may delete its files next. */
  @Override
  public void close() {
    kill().forEach(ended -> ended.onExit().join());
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException _) {
      // The hook is running already.
    }
  }

  private List<ProcessHandle> kill() {
    var all = new ArrayList<>(process.descendants().toList());
    all.add(process.toHandle());
    all.forEach(ProcessHandle::destroyForcibly);
    return all;
  }
}
