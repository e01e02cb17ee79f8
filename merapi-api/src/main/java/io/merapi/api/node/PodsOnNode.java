package io.merapi.api.node;

import io.merapi.api.pod.PodInfo;
import io.merapi.api.pod.PodRequests;
import io.merapi.api.resource.ResourceAmounts;
import io.merapi.api.resource.ResourceAmountsSum;
import io.merapi.api.resource.ResourceDictionary;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The part of a node that is its pods, in the order of their arrival, with what they add up to;
 * changes in place.
 *
 * <p>Implementation note: a copy shares what it can until either changes. Amounts are kept without
 * zeros, so that they depend on the pods that are there and not on those that have been. Often all
 * pods of a node are of one kind, so one list serves for several questions while their answers are
 * the same; and many a node has one pod only, whose requests are the sum.
 */
@SuppressWarnings("ReferenceEquality") // which list it is, is the question
abstract sealed class PodsOnNode permits NodeInfo {

  private PodList pods;

  /** What {@link KeyBits} says of their keys, and of some that have been there. */
  private long keys;

  /** The list of all pods itself while all of them are such pods. */
  private PodList withAffinity;

  /** The list before, or that of all pods, while it has the same pods. */
  private PodList withRequiredAntiAffinity;

  /** A running total where it is this node's own, to be changed; else others have it, too. */
  private ResourceAmounts requested;

  private long nonZeroCpuMillis;
  private long nonZeroMemoryBytes;
  private PodUses uses;

  /** No pods. */
  PodsOnNode(ResourceDictionary dictionary) {
    this.pods = PodList.EMPTY.copy();
    this.withAffinity = PodList.EMPTY;
    this.withRequiredAntiAffinity = PodList.EMPTY;
    this.requested = ResourceAmounts.none(dictionary);
    this.uses = PodUses.NONE;
  }

  /** The same pods, which change by themselves. */
  PodsOnNode(PodsOnNode original) {
    this.pods = original.pods.copy();
    this.keys = original.keys;
    this.withAffinity = original.withAffinity == original.pods ? this.pods : original.withAffinity;
    this.withRequiredAntiAffinity =
        original.withRequiredAntiAffinity == original.pods
            ? this.pods
            : original.withRequiredAntiAffinity;
    this.requested =
        original.requested instanceof ResourceAmountsSum own ? own.sum() : original.requested;
    this.nonZeroCpuMillis = original.nonZeroCpuMillis;
    this.nonZeroMemoryBytes = original.nonZeroMemoryBytes;
    this.uses = original.uses;
  }

  /** The pods that count on the node, in the order of their arrival. */
  public final List<PodInfo> pods() {
    return pods;
  }

  /** A pod on the node by {@code namespace/name}; null where it is not there. */
  public final @Nullable PodInfo pod(String key) {
    int position = find(key);
    return position < 0 ? null : pods.get(position);
  }

  /** The position of a pod by its key, or -1. */
  final int find(String key) {
    return KeyBits.mayHave(keys, key) ? pods.find(key) : -1;
  }

  /** The pods with terms of affinity or anti-affinity to pods. */
  public final List<PodInfo> podsWithAffinity() {
    return withAffinity;
  }

  public final List<PodInfo> podsWithRequiredAntiAffinity() {
    return withRequiredAntiAffinity;
  }

  /** What the pods ask for in sum. */
  public final ResourceAmounts requested() {
    return requested;
  }

  /** The same cpu, with the default of scoring for containers that state none. */
  public final long nonZeroCpuMillis() {
    return nonZeroCpuMillis;
  }

  /** The same memory, with the default of scoring for containers that state none. */
  public final long nonZeroMemoryBytes() {
    return nonZeroMemoryBytes;
  }

  public final HostPorts usedPorts() {
    return uses.ports();
  }

  /** How many volumes of the pods name a claim, by the claim's key. */
  public final Map<String, Integer> claimUses() {
    return uses.claims();
  }

  final void append(PodInfo pod) {
    keys |= KeyBits.of(pod.key());
    PodRequests asked = pod.requests();
    ResourceAmounts amounts = asked.requests();
    if (pods.isEmpty() && !amounts.hasZeros() && !(amounts instanceof ResourceAmountsSum)) {
      requested = amounts;
    } else {
      ownRequested().add(amounts).dropZeros();
    }
    boolean affinity = pod.hasPodAffinity();
    appendTo(affinity, affinity && pod.hasRequiredPodAntiAffinity(), pod);
    nonZeroCpuMillis += asked.nonZeroCpuMillis();
    nonZeroMemoryBytes += asked.nonZeroMemoryBytes();
    uses = uses.plus(pod);
  }

  private ResourceAmountsSum ownRequested() {
    if (requested instanceof ResourceAmountsSum own) {
      return own;
    }
    ResourceAmountsSum own = requested.sum();
    requested = own;
    return own;
  }

  private void appendTo(boolean affinity, boolean requiredAntiAffinity, PodInfo pod) {
    PodList all = pods;
    PodList some = withAffinity;
    PodList few = withRequiredAntiAffinity;
    boolean first = all.isEmpty();
    PodList before =
        (some == all && !affinity) || (few == all && !requiredAntiAffinity) ? all.copy() : all;
    all.extend(pod);
    if (affinity) {
      withAffinity = first || some == all ? all : some.append(pod);
    } else if (some == all) {
      withAffinity = before;
    }
    if (requiredAntiAffinity) {
      withRequiredAntiAffinity =
          first || few == all ? all : few == some ? withAffinity : few.append(pod);
    } else if (few == all) {
      withRequiredAntiAffinity = before;
    }
  }

  final void remove(int position) {
    PodList all = pods;
    PodInfo pod = all.get(position);
    PodRequests asked = pod.requests();
    pods = all.without(position);
    if (Long.bitCount(keys) > 2 * pods.size()) {
      forgetRemovedKeys();
    }
    if (pod.hasPodAffinity()) {
      withAffinity = withAffinity == all ? pods : without(withAffinity, pod);
    }
    if (pod.hasRequiredPodAntiAffinity()) {
      withRequiredAntiAffinity =
          withRequiredAntiAffinity == all ? pods : without(withRequiredAntiAffinity, pod);
    }
    ownRequested().subtract(asked.requests()).dropZeros();
    nonZeroCpuMillis -= asked.nonZeroCpuMillis();
    nonZeroMemoryBytes -= asked.nonZeroMemoryBytes();
    uses = uses.minus(pod);
  }

  private void forgetRemovedKeys() {
    keys = 0;
    for (int i = 0; i < pods.size(); i++) {
      keys |= KeyBits.of(pods.get(i).key());
    }
  }

  private static PodList without(PodList some, PodInfo pod) {
    return some.without(some.indexOf(pod));
  }

  /** Puts another form of the same pod, of the same class, in its place. */
  final void replace(int position, PodInfo pod) {
    PodList all = pods;
    PodInfo present = all.get(position);
    pods = all.with(position, pod);
    if (pod.hasPodAffinity()) {
      withAffinity = withAffinity == all ? pods : replaced(withAffinity, present, pod);
    }
    if (pod.hasRequiredPodAntiAffinity()) {
      withRequiredAntiAffinity =
          withRequiredAntiAffinity == all ? pods : replaced(withRequiredAntiAffinity, present, pod);
    }
  }

  private static PodList replaced(PodList some, PodInfo present, PodInfo pod) {
    return some.with(some.indexOf(present), pod);
  }
}
