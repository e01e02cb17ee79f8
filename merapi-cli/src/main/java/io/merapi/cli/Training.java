package io.merapi.cli;

import io.merapi.cluster.serve.EndpointException;
import io.merapi.cluster.training.TrainingServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;

/**
 * Runs the commands once while the build makes the cache of loaded classes, so that later starts
 * find the classes ready.
 */
final class Training {

  private static final Duration LIMIT = Duration.ofMinutes(1);

  private Training() {}

  public static void main(String[] args)
      throws IOException, EndpointException, InterruptedException {
    String examples = args[0];
    run("--help");
    run("--version");
    run("validate", "--help");
    run("conformance", "--help");
    run("explain", "--help");
    run("simulate", "--help");
    run("run", "--help");
    run("validate", examples);
    run("explain", examples + "/gpu-cluster", "research/llm-pretrain-worker-0");
    run("explain", "-o", "json", examples + "/gpu-cluster", "research/llm-pretrain-worker-0");
    run("simulate");
    schedule();
  }

  /**
   * {@code merapi run} ends with the Java machine only, so it stays on a thread that does not keep
   * the machine from ending.
   */
  private static void schedule() throws IOException, EndpointException, InterruptedException {
    try (var server = new TrainingServer()) {
      Thread.ofPlatform()
          .daemon()
          .start(() ->
              run(
                  "run",
                  "--mode=both",
                  "--kubeconfig=" + server.kubeconfig(),
                  "--leader-elect=false",
                  "--kube-api-qps=-1",
                  "--secure-port=0"));
      if (!server.awaitBindings(LIMIT)) {
        throw new IllegalStateException("not all pods were bound within " + LIMIT);
      }
    }
  }

  private static void run(String... args) {
    var nowhere = new PrintWriter(new StringWriter());
    Merapi.run(nowhere, nowhere, args);
  }
}
