package io.merapi.cli;

import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.function.Consumer;
import picocli.CommandLine.Option;

/**
 * Options of vc-scheduler on how it shows what it knows.
 *
 * <p>SIGUSR1 is its signal for a file. SIGUSR2, on which both originals write to their log, is the
 * JVM's own, so it does nothing here.
 */
final class DumpOptions {

  private static final String SIGNAL = "USR1";

  @Option(
      names = "--cache-dumper",
      paramLabel = "BOOL",
      arity = "0..1",
      fallbackValue = "true",
      description =
          "Whether SIGUSR1 writes what the scheduler knows of the cluster to a file that explain"
              + " and simulate read (default: true).")
  private boolean dumps = true;

  @Option(
      names = "--cache-dump-dir",
      paramLabel = "DIR",
      description = "Where that file goes (default: /tmp).")
  private Path directory = Path.of("/tmp");

  /** Has a dump made whenever the signal comes; where signals are unknown, none is. */
  void onSignal(Consumer<Path> dump) {
    if (!dumps) {
      return;
    }
    try {
      // By reflection, since a compiler that is told to be strict does not let it be named.
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Object handling =
          Proxy.newProxyInstance(
              handler.getClassLoader(),
              new Class<?>[] {handler},
              (_, method, _) -> {
                if (method.getName().equals("handle")) {
                  dump.accept(directory);
                }
                return null;
              });
      signal
          .getMethod("handle", signal, handler)
          .invoke(null, signal.getConstructor(String.class).newInstance(SIGNAL), handling);
    } catch (ReflectiveOperationException _) {
      // Another JVM; everything else works.
    }
  }
}
