package io.merapi.bench.scenario;

/**
 * What a scenario is generated from; the same setting gives the same load.
 *
 * @param pods those that the scenario is about, as docs/performance.md says
 * @param reference whether every node is asked about every pod, straight from the definition
 * @param sampling whether to choose from a sample of the nodes, as upstream does where nothing is
 *     configured
 * @param seed decides sizes and order of pods, and among equally good nodes
 * @param mix how varied the load is, for scenarios that have a say in that
 */
public record Setting(
    int nodes, int pods, boolean reference, boolean sampling, long seed, Mix mix) {

  /**
   * How varied a load is.
   *
   * @param classes how many kinds of pods there are that a plugin can tell apart
   * @param queues how many queues share the cluster
   * @param jobs how many jobs the pods belong to
   */
  public record Mix(int classes, int queues, int jobs) {}
}
