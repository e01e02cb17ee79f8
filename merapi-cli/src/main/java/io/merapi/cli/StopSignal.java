package io.merapi.cli;

/**
 * Has a signal end the program in order, with the exit code of a program that was told to stop;
 * until it is closed, after which the program ends with the code that it chooses itself.
 */
final class StopSignal implements AutoCloseable {

  private final Thread hook;

  private StopSignal(Thread hook) {
    this.hook = hook;
  }

  static StopSignal runs(Runnable stop) {
    var hook =
        new Thread(() -> {
          stop.run();
          // Being told to stop is no failure, which the exit code of a signal would say.
          Runtime.getRuntime().halt(ExitCode.OK);
        });
    Runtime.getRuntime().addShutdownHook(hook);
    return new StopSignal(hook);
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException _) {
      // A signal has come, and ends the program.
    }
  }
}
