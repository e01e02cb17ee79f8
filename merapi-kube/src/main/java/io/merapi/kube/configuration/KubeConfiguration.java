package io.merapi.kube.configuration;

import java.util.List;

/**
 * Everything that a {@code KubeSchedulerConfiguration} says, with its defaults filled in.
 *
 * @param parallelism how many workers look at nodes; no decision depends on it
 * @param percentageOfNodesToScore 0 means that the number of nodes decides
 * @param profiles at least one
 * @param extenders in the order in which they are called: the ignorable ones last
 * @param delayCacheUntilActive whether a replica starts to follow the cluster only as leader
 */
public record KubeConfiguration(
    int parallelism,
    LeaderElection leaderElection,
    ClientConnection clientConnection,
    boolean enableProfiling,
    boolean enableContentionProfiling,
    int percentageOfNodesToScore,
    long podInitialBackoffSeconds,
    long podMaxBackoffSeconds,
    List<Profile> profiles,
    List<Extender> extenders,
    boolean delayCacheUntilActive) {

  public KubeConfiguration {
    profiles = List.copyOf(profiles);
    extenders = List.copyOf(extenders);
  }
}
