package io.merapi.cli;

import java.io.PrintWriter;
import java.io.StringWriter;

/**
 * Runs the commands once while the build makes the cache of loaded classes, so that later starts
 * find the classes ready.
 */
final class Training {

  private Training() {}

  public static void main(String[] args) {
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
  }

  private static void run(String... args) {
    var nowhere = new PrintWriter(new StringWriter());
    Merapi.run(nowhere, nowhere, args);
  }
}
