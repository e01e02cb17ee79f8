package io.merapi.batch.session;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.session.SessionNode;
import io.merapi.api.storage.VolumeAttachment;
import io.merapi.batch.node.NodeState;
import io.merapi.kube.claims.ClaimChanges;
import io.merapi.kube.devices.PendingAllocations;
import io.merapi.kube.framework.SnapshotView;
import io.merapi.kube.placement.IndexedNodes;
import io.merapi.kube.state.AssumedObjects;
import io.merapi.kube.state.ObjectMaps;
import io.merapi.kube.state.Snapshot;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.RandomAccess;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of a session as kube plugins see them, with the pods that were put on them or taken off
 * them so far; everything else is as it was when the session was opened. Used by one thread.
 *
 * <p>Kept from upstream, where the predicates plugin keeps these nodes up to date: while it is not
 * configured, nobody tells of moves. Which nodes are listed as holding pods with affinity is
 * decided when the session opens, but what they hold is up to date. Upstream counterpart: {@code
 * Session.NodeMap}.
 */
public final class SessionCluster implements ObjectMaps.Viewed, IndexedNodes {

  private Snapshot snapshot;
  private SnapshotView opened;

  /** The nodes of the session by name; absent for a name that is none's. */
  private final Function<String, @Nullable NodeState> named;

  private NodeInfo[] nodes = {};

  /**
   * By place, the pod that came to a node last, where nobody has looked at the node since: then it
   * need not be made anew.
   */
  private @Nullable PodInfo[] unseen = {};

  private final BitSet moved = new BitSet();
  private final PlacesOfInterest withAffinity = new PlacesOfInterest(NodeInfo::podsWithAffinity);
  private final PlacesOfInterest withRequiredAntiAffinity =
      new PlacesOfInterest(NodeInfo::podsWithRequiredAntiAffinity);

  /** Makes the changes of a session. */
  private Object editor = new Object();

  /** Below those of real nodes and never used again, so that nothing kept for another one is. */
  private final AtomicLong version = new AtomicLong(-1);

  /** Kept from when somebody first asks for it. */
  private @Nullable PodMoves moves;

  /** The claims of pods that were put on nodes, maybe taken off again since. */
  private final Set<String> movedClaims = new HashSet<>();

  private @Nullable SessionClaims claims;

  SessionCluster(Snapshot snapshot, SessionNodes nodes) {
    this.snapshot = snapshot;
    this.named = nodes::named;
    this.opened = new SnapshotView(snapshot);
    list(nodes.all());
  }

  private void list(List<NodeState> states) {
    nodes = new NodeInfo[states.size()];
    unseen = new @Nullable PodInfo[nodes.length];
    withAffinity.clear();
    withRequiredAntiAffinity.clear();
    states.forEach(this::renew);
  }

  private void renew(NodeState state) {
    nodes[state.index()] = state.info();
    unseen[state.index()] = null;
    withAffinity.look(state.index(), state.info());
    withRequiredAntiAffinity.look(state.index(), state.info());
  }

  /** Begins again, as one for the next session would. */
  void follow(Snapshot next, List<NodeState> states, SessionNodes.Renewal renewal) {
    snapshot = next;
    opened = new SnapshotView(next);
    moves = null;
    movedClaims.clear();
    editor = new Object();
    if (renewal.listChanged()) {
      list(states);
    } else {
      moved.stream().forEach(place -> renew(states.get(place)));
      renewal.nodes().forEach(this::renew);
    }
    moved.clear();
  }

  /** The cluster as it was then, also the nodes that are not part of the session. */
  public Snapshot opened() {
    return snapshot;
  }

  @Override
  public Snapshot contents() {
    return snapshot;
  }

  /**
   * Notes that a pod is on a node.
   *
   * @param place of the node in the session's list
   */
  public void add(PodInfo pod, int place) {
    noteMove(pod.key(), pod, place);
    List<String> claimed = pod.claimKeys();
    for (int i = 0; i < claimed.size(); i++) {
      movedClaims.add(claimed.get(i));
    }
    show(place);
    unseen[place] = pod;
    moved.set(place);
  }

  /** Notes that a pod is no longer on a node; without effect where it was not. */
  public void remove(PodInfo pod, int place) {
    noteMove(pod.key(), null, place);
    nodes[place] = nodeAt(place).without(pod.key(), version.decrementAndGet(), editor);
    moved.set(place);
  }

  /**
   * Notes what an add or a remove is about to change.
   *
   * @param after the pod that is going to be there; null for none
   */
  private void noteMove(String key, @Nullable PodInfo after, int place) {
    if (moves == null) {
      return;
    }
    PodInfo latest = unseen[place];
    PodInfo before = latest != null && latest.key().equals(key) ? latest : nodes[place].pod(key);
    if (before != null) {
      moves.note(before, place, false);
    }
    if (after != null) {
      moves.note(after, place, true);
    }
  }

  /** Puts the pod on a node that nobody has seen there. */
  private void show(int place) {
    PodInfo pod = unseen[place];
    if (pod != null) {
      nodes[place] = nodes[place].with(pod, version.decrementAndGet(), editor);
      unseen[place] = null;
    }
  }

  /** What has moved since this was first asked for. */
  public PodMoves moves() {
    PodMoves known = moves;
    if (known == null) {
      known = new PodMoves();
      moves = known;
    }
    return known;
  }

  /**
   * Has changes of claims followed that include what plugins decide about them; to be called while
   * a session opens.
   */
  public void followClaims(ClaimChanges changes) {
    if (claims == null || !claims.follow(changes)) {
      claims = new SessionClaims(changes, this);
    }
  }

  /** What is followed of claims; without plugins that decide about them, what the cluster shows. */
  public SessionClaims claims() {
    SessionClaims known = claims;
    if (known == null) {
      known =
          new SessionClaims(new ClaimChanges(new AssumedObjects(), new PendingAllocations()), this);
      claims = known;
    }
    return known;
  }

  @Override
  public int bound() {
    return nodes.length;
  }

  /** The place of a node in the session's list; below 0 where it is not part of the session. */
  int place(String nodeName) {
    NodeState state = named.apply(nodeName);
    return state == null ? -1 : state.index();
  }

  /** While a session works, only pods change. */
  @Override
  public long topologyVersion() {
    return 0;
  }

  @Override
  public boolean listsPodAffinityOn(String nodeName) {
    return withAffinity.contains(named.apply(nodeName));
  }

  @Override
  public boolean listsRequiredPodAntiAffinityOn(String nodeName) {
    return withRequiredAntiAffinity.contains(named.apply(nodeName));
  }

  @Override
  public List<NodeInfo> nodes() {
    return new Live(null);
  }

  @Override
  public @Nullable NodeInfo node(String name) {
    NodeState state = named.apply(name);
    return state == null ? null : nodeAt(state.index());
  }

  /** A node by its place in the session's list; several threads may ask, each for others. */
  @Override
  public NodeInfo nodeAt(int place) {
    show(place);
    return nodes[place];
  }

  /** The same for whoever does not look at its pods, some of which may be missing. */
  public NodeInfo factsAt(int place) {
    return nodes[place];
  }

  /** Some nodes of the session, in their order and as they are now. */
  public List<NodeInfo> nodes(List<? extends SessionNode> some) {
    var infos = new ArrayList<NodeInfo>(some.size());
    some.forEach(one -> infos.add(nodeAt(one.index())));
    return infos;
  }

  @Override
  public List<NodeInfo> nodesWithPodAffinity() {
    return new Live(withAffinity.places());
  }

  @Override
  public List<NodeInfo> nodesWithRequiredPodAntiAffinity() {
    return new Live(withRequiredAntiAffinity.places());
  }

  @Override
  public @Nullable PodInfo pod(String key) {
    return opened.pod(key);
  }

  @Override
  public @Nullable ImageState image(String name) {
    return opened.image(name);
  }

  /** A claim counts as used until the session ends where a pod was taken off its node again. */
  @Override
  public boolean claimInUse(String claimKey) {
    return opened.claimInUse(claimKey) || movedClaims.contains(claimKey);
  }

  @Override
  public List<VolumeAttachment> attachments(String nodeName) {
    return opened.attachments(nodeName);
  }

  @Override
  public @Nullable ClusterObject object(ObjectKind kind, String key) {
    return opened.object(kind, key);
  }

  @Override
  public List<? extends ClusterObject> objects(ObjectKind kind) {
    return opened.objects(kind);
  }

  /** The places of nodes that hold pods of some kind, listed when they are asked for. */
  private static final class PlacesOfInterest {

    private final Function<NodeInfo, List<PodInfo>> pods;
    private final BitSet places = new BitSet();
    private int @Nullable [] listed;

    PlacesOfInterest(Function<NodeInfo, List<PodInfo>> pods) {
      this.pods = pods;
    }

    void clear() {
      places.clear();
      listed = null;
    }

    void look(int place, NodeInfo node) {
      boolean holds = !pods.apply(node).isEmpty();
      if (holds != places.get(place)) {
        places.set(place, holds);
        listed = null;
      }
    }

    boolean contains(@Nullable NodeState node) {
      return node != null && places.get(node.index());
    }

    int[] places() {
      int[] known = listed;
      if (known == null) {
        known = places.stream().toArray();
        listed = known;
      }
      return known;
    }
  }

  /** Nodes as they are at the moment of looking; those at some places, or all. */
  private final class Live extends AbstractList<NodeInfo> implements RandomAccess {

    private final int @Nullable [] some;

    Live(int @Nullable [] some) {
      this.some = some;
    }

    @Override
    public NodeInfo get(int index) {
      return nodeAt(some == null ? index : some[index]);
    }

    @Override
    public int size() {
      return some == null ? nodes.length : some.length;
    }
  }
}
