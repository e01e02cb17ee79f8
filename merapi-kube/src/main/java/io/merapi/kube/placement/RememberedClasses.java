package io.merapi.kube.placement;

import io.merapi.api.framework.ClusterCounts;
import io.merapi.api.framework.CycleKey;
import io.merapi.api.pod.PodInfo;
import io.merapi.kube.claims.ClaimChanges;
import io.merapi.kube.framework.SchedulingProfile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** The classes of pods of which something is remembered, within bounds of what that takes. */
final class RememberedClasses {

  private final SchedulingProfile profile;
  private final NodeChanges changes;
  private final ClaimChanges claims;

  /** The index of the node that comes first in the attempt. */
  private final IntSupplier firstIndex;

  private final IncrementalPlacement.Memory memory;
  private final NodeDomains domains;
  private final NodeAnswers answers = new NodeAnswers();
  private final List<CycleKey<? extends ClusterCounts>> filterCounts;
  private final List<CycleKey<? extends ClusterCounts>> allCounts;

  /** By class and what claims say, the one that was longest not asked for first. */
  private final Map<Object, RememberedClass> classes = new LinkedHashMap<>(16, 0.75f, true);

  RememberedClasses(
      SchedulingProfile profile,
      NodeChanges changes,
      ClaimChanges claims,
      NodeRotation rotation,
      IncrementalPlacement.Memory memory) {
    this.profile = profile;
    this.changes = changes;
    this.claims = claims;
    this.firstIndex = () -> rotation.firstIndex(changes);
    this.memory = memory;
    this.domains = new NodeDomains(changes);
    this.filterCounts = profile.filtering().counts();
    this.allCounts = new ArrayList<>(filterCounts);
    allCounts.addAll(profile.scoring().counts());
  }

  /**
   * What is remembered of a class; nothing at first.
   *
   * @param key tells its pods apart from others
   * @param nodes how many there are
   */
  RememberedClass of(Object key, int nodes) {
    RememberedClass found = classes.computeIfAbsent(key, _ -> nothing());
    int most = Math.max(memory.leastClasses(), memory.entries() / Math.max(1, nodes));
    if (classes.size() > most) {
      classes.remove(classes.keySet().iterator().next());
    }
    return found;
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
    return classes.get(key);
  }

  void forget(RememberedClass one) {
    classes.values().remove(one);
  }

  void clear() {
    classes.clear();
  }

  /** The last pod of each class, of those first that were longest not asked for. */
  List<PodInfo> pods() {
    return classes.values().stream().map(one -> one.pod).filter(Objects::nonNull).toList();
  }
}
