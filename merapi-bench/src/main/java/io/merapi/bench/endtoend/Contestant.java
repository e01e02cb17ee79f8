package io.merapi.bench.endtoend;

import io.merapi.bench.controlplane.ServerProcess;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Somebody who binds pods.
 *
 * @param name for readers
 * @param scheduler which pods name to be bound by it
 * @param grouped whether it wants pods in groups
 */
record Contestant(String name, String scheduler, boolean grouped, Start start) {

  static final String KUBE = "default-scheduler";
  static final String BATCH = "volcano";

  /** The launcher that started this program, which starts the scheduler as users do. */
  private static final String LAUNCHER = "MERAPI_LAUNCHER";

  /** Starts it on a cluster. */
  interface Start {
    ServerProcess on(TestCluster cluster) throws IOException;
  }

  /** What the API server can take. */
  static Contestant ceiling(int nodes) {
    return new Contestant(
        "bind only",
        BareBinder.NAME,
        false,
        cluster ->
            java(
                cluster,
                "bare",
                BareBinder.class.getName(),
                cluster.plane().kubeconfig().toString(),
                String.valueOf(nodes)));
  }

  /** What it takes to know the cluster; it ends as soon as it does. */
  static ServerProcess reader(TestCluster cluster) throws IOException {
    return java(
        cluster, "reader", BareReader.class.getName(), cluster.plane().kubeconfig().toString());
  }

  /** {@code merapi run} in one of its modes, with its defaults but for its limit on requests. */
  static Contestant merapi(boolean batch) {
    return new Contestant(
        "merapi",
        batch ? BATCH : KUBE,
        batch,
        cluster ->
            merapi(
                cluster,
                "run",
                "--mode=" + (batch ? "batch" : "kube"),
                "--kubeconfig=" + cluster.plane().kubeconfig(),
                "--leader-elect=false",
                "--kube-api-qps=-1",
                "--secure-port=0"));
  }

  /** The real kube-scheduler with its defaults, but for its limit on requests. */
  static Contestant kubeScheduler() {
    return new Contestant(
        "kube-scheduler", KUBE, false, cluster -> cluster.plane().startScheduler());
  }

  private static ServerProcess merapi(TestCluster cluster, String... arguments) throws IOException {
    String launcher = System.getenv(LAUNCHER);
    return launcher == null
        ? java(cluster, "merapi", "io.merapi.cli.Merapi", arguments)
        : ServerProcess.start(Path.of(launcher), List.of(arguments), log(cluster, "merapi"));
  }

  private static ServerProcess java(
      TestCluster cluster, String name, String mainClass, String... arguments) throws IOException {
    var command = new ArrayList<>(javaOptions());
    command.add(mainClass);
    command.addAll(List.of(arguments));
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    return ServerProcess.start(java, command, log(cluster, name));
  }

  /** Those with which the launcher starts {@code merapi run}, the cache of classes included. */
  private static List<String> javaOptions() {
    String classPath = String.valueOf(System.getProperty("java.class.path"));
    String launcher = System.getenv(LAUNCHER);
    if (launcher == null) {
      return List.of(
          "-XX:+UseParallelGC", "--sun-misc-unsafe-memory-access=allow", "-cp", classPath);
    }
    Path program = Path.of(launcher).resolveSibling("merapi-cli").resolve("target/merapi");
    // The cache serves whoever has the classes of the program first.
    return List.of(
        "-XX:AOTCache=" + program.resolve("merapi.aot"),
        "@" + program.resolve("jvm.options"),
        "@" + program.resolve("long.options"),
        "-cp",
        program.resolve("lib") + "/*" + File.pathSeparator + classPath);
  }

  private static Path log(TestCluster cluster, String name) {
    return cluster.directory().resolve(name + ".log");
  }
}
