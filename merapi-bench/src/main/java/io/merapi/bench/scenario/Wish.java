package io.merapi.bench.scenario;

import static io.merapi.testkit.SpreadBuilder.spreadOver;
import static io.merapi.testkit.TermBuilder.podsWith;

import io.merapi.testkit.PodBuilder;

/** What the pods that are placed want of each other. */
enum Wish {
  NOTHING,
  SPREAD_OVER_ZONES,
  SAME_ZONE,
  OTHER_HOSTS;

  /** The label by which they know each other. */
  static final String KEY = "app";

  static final String VALUE = "measured";

  /** Adds the wish to a pod. */
  PodBuilder on(PodBuilder pod) {
    return switch (this) {
      case NOTHING -> pod;
      case SPREAD_OVER_ZONES ->
          pod.spread(spreadOver(Cluster.ZONE).maxSkew(5).with(KEY, VALUE).build());
      case SAME_ZONE -> pod.near(podsWith(KEY, VALUE).in(Cluster.ZONE).build());
      case OTHER_HOSTS -> pod.awayFrom(podsWith(KEY, VALUE).in(Cluster.HOST).build());
    };
  }
}
