package io.merapi.kube.placement;

import io.merapi.api.framework.ClusterCounts;
import io.merapi.api.framework.CycleKey;
import io.merapi.api.pod.PodInfo;
import io.merapi.kube.claims.ClaimChanges;
import io.merapi.kube.framework.SchedulingProfile;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** The classes of pods of which something is remembered, within bounds of what that takes. */
final class RememberedClasses {

  /** Of the order of this: some sets, and a column for each plugin that has something to say. */
  private static final int BYTES_PER_NODE = 25;

  /** The same where it is known of each node why it does not fit. */
  private static final int BYTES_PER_REJECTING_NODE = 150;

  private final SchedulingProfile profile;
  private final NodeChanges changes;
  private final ClaimChanges claims;

  /** The index of the node that comes first in the attempt. */
  private final IntSupplier firstIndex;

  private final NodeDomains domains;
  private final NodeAnswers answers = new NodeAnswers();
  private final List<CycleKey<? extends ClusterCounts>> filterCounts;
  private final List<CycleKey<? extends ClusterCounts>> allCounts;

  /** By class and what claims say. */
  private final KeptClasses<Object, RememberedClass> classes;

  RememberedClasses(
      SchedulingProfile profile,
      NodeChanges changes,
      ClaimChanges claims,
      NodeRotation rotation,
      ClassMemory memory) {
    this.profile = profile;
    this.changes = changes;
    this.claims = claims;
    this.firstIndex = () -> rotation.firstIndex(changes);
    this.classes = new KeptClasses<>(memory, this::bytes, _ -> {});
    this.domains = new NodeDomains(changes);
    this.filterCounts = profile.filtering().counts();
    this.allCounts = new ArrayList<>(filterCounts);
    allCounts.addAll(profile.scoring().counts());
  }

  /**
   * What is remembered of a class; nothing at first.
   *
   * @param key tells its pods apart from others
   */
  RememberedClass of(Object key) {
    RememberedClass found = classes.find(key);
    if (found == null) {
      found = nothing();
      classes.add(key, found);
    }
    return found;
  }

  private long bytes(RememberedClass one) {
    int perNode = one.diagnosed ? BYTES_PER_REJECTING_NODE : BYTES_PER_NODE;
    return ClassMemory.estimate(changes.bound(), perNode);
  }

  private RememberedClass nothing() {
    var scores = new ClassScores(profile, changes, answers, allCounts, domains);
    var groups = new FitGroups(filterCounts, changes, domains);
    return new RememberedClass(
        new StandingRefusal(changes),
        new ClassCounts(allCounts, changes),
        scores,
        new ClassFit(profile, changes, claims.touched(), answers, groups, scores),
        firstIndex);
  }

  /** What is remembered of a class; null for nothing. */
  @Nullable RememberedClass find(Object key) {
    return classes.find(key);
  }

  void forget(RememberedClass one) {
    classes.forgetWhat(one);
  }

  void clear() {
    classes.clear();
  }

  /** The last pod of each class, of those first that were not asked for. */
  List<PodInfo> pods() {
    return classes.values().stream().map(one -> one.pod).filter(Objects::nonNull).toList();
  }
}
