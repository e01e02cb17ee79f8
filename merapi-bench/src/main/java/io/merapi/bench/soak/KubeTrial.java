package io.merapi.bench.soak;

import static java.util.Objects.requireNonNull;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodClassReads;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.pod.PodRequests;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.kube.framework.Nominations;
import io.merapi.kube.framework.SnapshotView;
import io.merapi.kube.placement.NodeSampling;
import io.merapi.kube.placement.PlacementOutcome;
import io.merapi.kube.state.ClusterState;
import io.merapi.kube.state.Snapshot;
import io.merapi.testkit.PodBuilder;
import io.merapi.testkit.RandomClaims;
import io.merapi.testkit.RandomWorkload;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * A cluster in which nodes, pods and other objects come, change and go, and every pod that comes is
 * placed in two ways.
 */
final class KubeTrial implements Trial {

  /** So many that some nodes are full and others are not. */
  private static final int PODS_PER_NODE = 4;

  /** Pods that fit nowhere and are tried again later. */
  private static final int MOST_WAITING = 8;

  /** Enough for samples of nodes to be smaller than all. */
  private static final int MANY_NODES = 130;

  private final long seed;
  private final int size;
  private final ResourceDictionary dictionary = new ResourceDictionary();
  private final ClusterState state =
      new ClusterState(dictionary, PodRequests.Rules.of(FeatureGates.DEFAULTS), PodClassReads.ALL);
  private final RandomNodes nodes;
  private final List<Pod> bound = new ArrayList<>();
  private final List<Pod> waiting = new ArrayList<>();

  private final ChangingClaims changingClaims =
      new ChangingClaims(state, this::apply, this::delete);
  private KubeScheduling scheduling;
  private long compared;

  KubeTrial(long seed) {
    var random = new SplittableRandom(seed);
    this.seed = seed;
    this.size = random.nextInt(20) == 0 ? MANY_NODES : 1 + random.nextInt(20);
    this.nodes = new RandomNodes(size, this::apply, this::delete);
    this.scheduling = scheduling(seed);
    new RandomClaims(random, 2 * size).all().forEach(this::apply);
  }

  private KubeScheduling scheduling(long configuration) {
    return new KubeScheduling(
        RandomProfile.of(configuration), sampling(configuration), dictionary, seed);
  }

  private NodeSampling sampling(long configuration) {
    if (size < MANY_NODES) {
      return NodeSampling.ALL_NODES;
    }
    return switch (Math.floorMod(configuration, 4)) {
      case 0 -> NodeSampling.of(80, 0, false);
      case 1, 2 -> NodeSampling.of(null, 0, true);
      default -> NodeSampling.ALL_NODES;
    };
  }

  @Override
  public long compared() {
    return compared;
  }

  @Override
  public String live(long event) {
    var happening = new Happening(event);
    if (nodes.areTooFew() && happening.random.nextInt(3) > 0) {
      return nodes.come(happening.random, happening.workload);
    }
    return switch (happening.random.nextInt(54)) {
      case 0, 1 -> nodes.change(happening.random, happening.workload);
      case 2 -> nodes.go(happening.random, happening.workload);
      case 3, 4 -> happening.otherObjectChanges();
      case 5, 6, 7, 8, 9, 10, 11 -> changingClaims.change(happening.claims, happening.random);
      case 12 -> happening.configurationIsReloaded();
      case 13, 14, 15, 16, 17, 18, 19 -> happening.podGoes();
      case 20 -> happening.podEnds();
      case 25, 26, 27 -> changingClaims.goOn(happening.claims, happening.random);
      case 28, 29 -> happening.decisionIsSettled();
      case 21, 22, 23, 24 -> happening.podIsTriedAgain();
      default -> happening.podComes();
    };
  }

  /** One event, and all that is drawn in it. */
  private final class Happening {

    private final long event;
    private final SplittableRandom random;
    private final RandomWorkload workload;
    private final RandomClaims claims;

    Happening(long event) {
      this.event = event;
      this.random = new SplittableRandom(event);
      this.workload = new RandomWorkload(seed, random, seed % 2 == 0);
      this.claims = new RandomClaims(random, 2 * size);
    }

    String otherObjectChanges() {
      return switch (random.nextInt(4)) {
        case 0, 1 -> comes(workload.namespace());
        case 2 -> comesOrGoes(workload.devices(), 2);
        // Rarely: where a service selects pods, they are spread.
        default -> comesOrGoes(workload.service(), 6);
      };
    }

    /** What was taken for a pod is written, or given back. */
    String decisionIsSettled() {
      List<ClusterObject> written = scheduling.settle(random, new SnapshotView(state.snapshot()));
      written.forEach(KubeTrial.this::apply);
      return "written: " + written;
    }

    private String comesOrGoes(ClusterObject object, int chances) {
      return workload.oneIn(chances) ? comes(object) : goes(object);
    }

    private String comes(ClusterObject object) {
      apply(object);
      return object.kind().kindName() + " " + object.key() + " comes or changes";
    }

    private String goes(ClusterObject object) {
      delete(object);
      return object.kind().kindName() + " " + object.key() + " goes";
    }

    String configurationIsReloaded() {
      scheduling = scheduling(event);
      return "the configuration is reloaded";
    }

    String podGoes() {
      if (bound.isEmpty()) {
        return "nothing";
      }
      Pod pod = bound.remove(random.nextInt(bound.size()));
      delete(pod);
      return pod.key() + " goes from " + pod.nodeName();
    }

    /** The pod is being deleted, and still there. */
    String podEnds() {
      if (bound.isEmpty()) {
        return "nothing";
      }
      int place = random.nextInt(bound.size());
      Pod pod = bound.get(place);
      Pod ending = pod.withMeta(pod.meta().withDeletion(Instant.EPOCH));
      bound.set(place, ending);
      apply(ending);
      return pod.key() + " is being deleted";
    }

    String podIsTriedAgain() {
      return waiting.isEmpty() ? "nothing" : place(waiting.remove(random.nextInt(waiting.size())));
    }

    String podComes() {
      if (bound.size() > PODS_PER_NODE * size) {
        podGoes();
      }
      String name = "pod-" + Long.toHexString(event);
      // Pods that have nothing special but their claims are often of one class.
      boolean plain = workload.oneIn(4);
      PodBuilder pod = plain ? PodBuilder.pod(name).uid(name) : workload.pod(name);
      if (plain && random.nextBoolean()) {
        changingClaims.makeFor(pod, name, claims);
      } else if (plain || workload.oneIn(8)) {
        claims.claiming(pod);
      }
      if (workload.oneIn(12)) {
        pod.nominatedTo(nodes.anyName(random));
      }
      Pod made = pod.build();
      apply(made);
      return place(made);
    }

    private String place(Pod pod) {
      Nominations nominations = workload.oneIn(6) ? nominations() : Nominations.NONE;
      Snapshot snapshot = state.snapshot();
      PodInfo info = requireNonNull(snapshot.pod(pod.key()));
      compared++;
      if (scheduling.place(info, snapshot, nominations, workload.oneIn(2))
          instanceof PlacementOutcome.Placed(var node, _, _, _, _, _)) {
        Pod there = pod.onNode(node);
        apply(there);
        bound.add(there);
        return pod.key() + " is placed on " + node;
      }
      waiting.add(pod);
      if (waiting.size() > MOST_WAITING) {
        delete(waiting.removeFirst());
      }
      return pod.key() + " finds no node";
    }

    private Nominations nominations() {
      String name = "nominated-" + Long.toHexString(event);
      String node = nodes.anyName(random);
      Pod pod = workload.oneIn(2) ? workload.claimant(name, node) : workload.nominated(name, node);
      apply(pod);
      PodInfo info = requireNonNull(state.snapshot().pod(pod.key()));
      delete(pod);
      return Nominations.of(Map.of(node, List.of(info)));
    }
  }

  private void apply(ClusterObject object) {
    state.apply(new ObjectEvent.Applied(object));
  }

  private void delete(ClusterObject object) {
    state.apply(new ObjectEvent.Deleted(object));
  }
}
