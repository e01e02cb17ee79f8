package io.merapi.batch.actions.bundles;

import io.merapi.api.session.HyperNodes.HyperNodeInfo;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.UnifiedEvictable.Eviction;
import io.merapi.batch.job.JobState;
import io.merapi.batch.node.NodeState;
import io.merapi.batch.session.SchedulingSession;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of a domain that may be asked about for gangs of one kind, by job. They are looked at
 * once; then only those on nodes that have changed are. Used by one thread and for one action.
 */
final class DomainCandidates {

  private final SchedulingSession session;
  private final EvictionRules rules;
  private final List<NodeState> nodes = new ArrayList<>();

  /** Places in the domain by places in the session's list. */
  private final Map<Integer, Integer> places = new HashMap<>();

  /** The candidates on each node of the domain, by job in the order of their first ones. */
  private final List<Map<JobState, List<Task>>> onNodes = new ArrayList<>();

  private final Map<JobState, Owner> owners = new HashMap<>();

  /** Jobs by where their first candidate is: the place of the node, and which job it is there. */
  private final NavigableMap<Long, Owner> inOrder = new TreeMap<>();

  /** How many changes of nodes are taken into account; less than none before the first. */
  private long read = -1;

  /** What plugins went by of the gang when they were asked about candidates. */
  private @Nullable List<Object> traits;

  DomainCandidates(SchedulingSession session, EvictionRules rules, HyperNodeInfo domain) {
    this.session = session;
    this.rules = rules;
    for (SessionNode node : domain.nodes()) {
      places.put(node.index(), nodes.size());
      nodes.add((NodeState) node);
      onNodes.add(Map.of());
    }
  }

  /** Takes in what has changed, for a gang of the kind. */
  void update(JobState gang) {
    Set<Integer> changed = new LinkedHashSet<>();
    if (read < 0) {
      changed.addAll(places.values());
    } else {
      session
          .changedNodes()
          .since(
              read,
              node -> {
                Integer place = places.get(node);
                if (place != null) {
                  changed.add(place);
                }
              });
    }
    read = session.changedNodes().count();
    var concerned = new HashSet<Owner>();
    for (int place : changed) {
      for (JobState job : onNodes.get(place).keySet()) {
        concerned.add(owner(job).without(place));
      }
      onNodes.set(place, of(gang, nodes.get(place)));
      onNodes.get(place).forEach((job, tasks) -> concerned.add(owner(job).with(place, tasks)));
    }
    concerned.forEach(this::putInOrder);
  }

  /** The candidates on a node, by job. */
  private Map<JobState, List<Task>> of(JobState gang, NodeState node) {
    var found = new LinkedHashMap<JobState, List<Task>>();
    node.forEachTask(task -> {
      JobState owner = DomainBundles.ownerOf(task, gang, session, rules);
      if (owner != null) {
        found.computeIfAbsent(owner, _ -> new ArrayList<>()).add(task);
      }
    });
    return found;
  }

  private Owner owner(JobState job) {
    return owners.computeIfAbsent(job, Owner::new);
  }

  private void putInOrder(Owner owner) {
    inOrder.remove(owner.rank, owner);
    if (owner.byPlace.isEmpty()) {
      owners.remove(owner.job);
      return;
    }
    int place = owner.byPlace.firstKey();
    long rank = (long) place << Integer.SIZE;
    for (JobState job : onNodes.get(place).keySet()) {
      if (job.equals(owner.job)) {
        break;
      }
      rank++;
    }
    owner.rank = rank;
    inOrder.put(rank, owner);
  }

  /** Jobs with candidates, in the order of the first ones on the nodes of the domain. */
  Collection<Owner> owners() {
    return inOrder.values();
  }

  /** Whether it is known that plugins let all candidates go, each for itself. */
  boolean allMayGo(Eviction eviction) {
    List<Object> now = session.evictions().unifiedTraits(eviction);
    if (now == null) {
      return false;
    }
    if (!now.equals(traits)) {
      traits = now;
      owners().forEach(owner -> owner.asked = false);
    }
    for (Owner owner : owners()) {
      if (!owner.asked) {
        owner.mayGo = session.evictions().unifiedLetsAllGo(eviction, owner.tasks());
        owner.asked = true;
      }
      if (!owner.mayGo) {
        return false;
      }
    }
    return true;
  }

  /** A job with candidates. */
  static final class Owner {

    private final JobState job;
    private final NavigableMap<Integer, List<Task>> byPlace = new TreeMap<>();
    private long rank = -1;
    private List<Bundle> bundles = List.of();

    /** The number of the job's moves when the bundles were made; less than none for never. */
    private int moves = -1;

    /** Whether plugins were asked about the candidates. */
    private boolean asked;

    private boolean mayGo;

    private Owner(JobState job) {
      this.job = job;
    }

    private Owner without(int place) {
      byPlace.remove(place);
      changed();
      return this;
    }

    private Owner with(int place, List<Task> tasks) {
      byPlace.put(place, tasks);
      changed();
      return this;
    }

    private void changed() {
      moves = -1;
      asked = false;
    }

    private List<Task> tasks() {
      return byPlace.values().stream().flatMap(List::stream).toList();
    }

    /** The bundles of the candidates; those of the last time where nothing has moved since. */
    List<Bundle> bundles() {
      if (moves != job.moves()) {
        bundles = JobBundles.of(job, tasks());
        moves = job.moves();
      }
      return bundles;
    }
  }
}
