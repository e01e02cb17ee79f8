package io.merapi.testkit;

import static io.merapi.testkit.SpreadBuilder.spreadOver;
import static io.merapi.testkit.TermBuilder.podsThat;
import static io.merapi.testkit.TermBuilder.podsWith;

import io.merapi.api.pod.PodAffinityTerm;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;

/** What pods may ask of the pods around them, over topologies of all sorts. */
final class SocialWishes {

  /** Domains of several nodes or of one; some nodes are in the domain of the empty name. */
  static final String RACK = "rack";

  private static final List<String> TOPOLOGIES =
      List.of("topology.kubernetes.io/zone", "kubernetes.io/hostname", RACK, "nowhere");

  private static final int APPS = 3;

  private SocialWishes() {}

  static String app(RandomGenerator traits) {
    return "app-" + traits.nextInt(APPS);
  }

  static void add(PodBuilder pod, Random traits) {
    pod.label("app", app(traits)).label("version", "" + traits.nextInt(2));
    for (int i = traits.nextInt(3); i >= 0; i--) {
      addOne(pod, traits);
    }
  }

  private static void addOne(PodBuilder pod, Random traits) {
    switch (traits.nextInt(12)) {
      case 0 -> pod.near(term(traits));
      case 1, 2 -> pod.awayFrom(term(traits));
      case 3 -> pod.ratherNear(1 + traits.nextInt(100), term(traits));
      case 4 -> pod.ratherAwayFrom(1 + traits.nextInt(100), term(traits));
      case 5, 6, 7 -> pod.spread(spread(traits).build());
      case 8, 9 -> pod.spread(spread(traits).soft().build());
      case 10 -> pod.controller("apps/v1", "ReplicaSet", app(traits));
      default -> pod.nodeSelector("disk", "ssd");
    }
  }

  private static PodAffinityTerm term(Random traits) {
    TermBuilder others =
        switch (traits.nextInt(4)) {
          case 0 -> podsThat("app", "NotIn", app(traits));
          case 1 -> podsWith("app", app(traits), "version", "1");
          default -> podsWith("app", app(traits));
        };
    others.in(topology(traits));
    return switch (traits.nextInt(6)) {
      case 0 -> others.namespacesWith("team", "red").build();
      case 1 -> others.namespacesThat("team", "NotIn", "red").build();
      case 2 -> others.namespacesWith().build();
      default -> others.build();
    };
  }

  private static SpreadBuilder spread(Random traits) {
    SpreadBuilder spread =
        spreadOver(topology(traits)).maxSkew(1 + traits.nextInt(3)).with("app", app(traits));
    switch (traits.nextInt(8)) {
      case 0 -> spread.minDomains(1 + traits.nextInt(6));
      case 1 -> spread.nodeAffinityPolicy("Ignore");
      case 2, 5, 6 -> spread.nodeTaintsPolicy("Honor");
      case 3 -> spread.matchLabelKey("version");
      case 4 -> spread.with();
      default -> {}
    }
    return spread;
  }

  private static String topology(Random traits) {
    int last = traits.nextInt(8) == 0 ? TOPOLOGIES.size() : TOPOLOGIES.size() - 1;
    return TOPOLOGIES.get(traits.nextInt(last));
  }
}
