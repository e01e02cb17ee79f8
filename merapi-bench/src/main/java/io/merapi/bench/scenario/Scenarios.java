package io.merapi.bench.scenario;

import java.util.List;
import java.util.Optional;

/** All scenarios there are. */
public final class Scenarios {

  public static final List<Scenario> ALL =
      List.of(
          new Gangs(
              "batch-gang", "gangs of 100 fill an empty cluster in one session", Wish.NOTHING),
          new Gangs(
              "batch-spread", "the same, spread over zones, maxSkew 5", Wish.SPREAD_OVER_ZONES),
          new Gangs("batch-affinity", "the same, in a zone with their like", Wish.SAME_ZONE),
          new Gangs(
              "batch-anti-affinity", "the same, on hosts without their like", Wish.OTHER_HOSTS),
          new CloseGangs(
              "batch-task-topology",
              "the same, roles of a gang together or apart on nodes",
              List.of(Closeness.ROLES),
              10_000),
          new CloseGangs(
              "batch-network-topology",
              "the same, close together in a network or packed in it",
              List.of(Closeness.ANYWHERE, Closeness.CLOSE),
              10_000),
          new CloseGangs(
              "batch-network-tier",
              "the same, each gang under one switch of the network",
              List.of(Closeness.ONE_SWITCH),
              1_000),
          new ClaimingPods(
              "batch-volumes",
              "gangs of 100, each pod with a volume of its own",
              Claimed.VOLUMES,
              ClaimingPods::inGangs),
          new ClaimingPods(
              "batch-devices",
              "gangs of 100, each pod with a device of its own",
              Claimed.DEVICES,
              ClaimingPods::inGangs),
          new MixedLoad(),
          new MakingRoom(),
          new KubeArrivals("kube-plain", "single pods that ask for resources only", Wish.NOTHING),
          new KubeArrivals(
              "kube-spread", "single pods spread over zones, maxSkew 5", Wish.SPREAD_OVER_ZONES),
          new KubeArrivals(
              "kube-affinity",
              "single pods that must be in a zone with their like",
              Wish.SAME_ZONE),
          new KubeArrivals(
              "kube-anti-affinity",
              "single pods that must be on a host without their like",
              Wish.OTHER_HOSTS),
          new ClaimingPods(
              "kube-volumes",
              "single pods, each with a volume of its own",
              Claimed.VOLUMES,
              ClaimingPods::oneByOne),
          new ClaimingPods(
              "kube-devices",
              "single pods, each with a device of its own",
              Claimed.DEVICES,
              ClaimingPods::oneByOne),
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
