package io.merapi.bench.scenario;

import java.util.List;
import java.util.Optional;

/** All scenarios there are. */
public final class Scenarios {

  public static final List<Scenario> ALL =
      List.of(
          new Gangs(),
          new MixedLoad(),
          new MakingRoom(),
          new KubeArrivals(KubeArrivals.Kind.PLAIN),
          new KubeArrivals(KubeArrivals.Kind.SPREAD),
          new KubeArrivals(KubeArrivals.Kind.AFFINITY),
          new KubeArrivals(KubeArrivals.Kind.ANTI_AFFINITY),
          new KubePreemption(),
          new IdleCycles(),
          new Snapshots(),
          new Loading(),
          new RetainedMemory());

  private Scenarios() {}

  public static Optional<Scenario> named(String name) {
    return ALL.stream().filter(scenario -> scenario.name().equals(name)).findFirst();
  }
}
