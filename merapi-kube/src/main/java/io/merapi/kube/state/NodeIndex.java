package io.merapi.kube.state;

import io.merapi.api.node.NodeInfo;
import io.merapi.kube.persistent.Edit;
import io.merapi.kube.persistent.PersistentBits;
import io.merapi.kube.persistent.PersistentMap;
import io.merapi.kube.persistent.PersistentVector;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of a cluster by index and by name, and what is looked up of them as a whole. Changes in
 * place; what it consists of is shared with copies.
 */
final class NodeIndex {

  /** The nodes that exist, each at its index; places without a node are empty. */
  private PersistentVector<NodeInfo> places = PersistentVector.empty();

  /** The index of each node that exists. */
  private PersistentMap<String, Integer> indices = PersistentMap.empty();

  /** Nodes that only pods speak of. */
  private PersistentMap<String, NodeInfo> unseen = PersistentMap.empty();

  /** Indices of nodes with pods that have terms of (anti-)affinity to pods. */
  private PersistentBits withAffinity = PersistentBits.EMPTY;

  /** Indices of nodes with pods that have required anti-affinity. */
  private PersistentBits withRequiredAntiAffinity = PersistentBits.EMPTY;

  /** The indices of the nodes that hold an image, by its name. */
  private PersistentMap<String, PersistentBits> imageNodes = PersistentMap.empty();

  /** The indices of the nodes with pods that name a claim in a volume, by its key. */
  private PersistentMap<String, List<Integer>> claimNodes = PersistentMap.empty();

  /** The index as it is; the edit must end with it, so that it stays so. */
  NodeIndex copy() {
    var copy = new NodeIndex();
    copy.places = places;
    copy.indices = indices;
    copy.unseen = unseen;
    copy.withAffinity = withAffinity;
    copy.withRequiredAntiAffinity = withRequiredAntiAffinity;
    copy.imageNodes = imageNodes;
    copy.claimNodes = claimNodes;
    return copy;
  }

  PersistentVector<NodeInfo> places() {
    return places;
  }

  PersistentMap<String, Integer> indices() {
    return indices;
  }

  PersistentMap<String, NodeInfo> unseen() {
    return unseen;
  }

  PersistentMap<String, PersistentBits> imageNodes() {
    return imageNodes;
  }

  PersistentMap<String, List<Integer>> claimNodes() {
    return claimNodes;
  }

  /** How many nodes exist. */
  int count() {
    return indices.size();
  }

  /** The indices of all nodes that exist are below this one. */
  int bound() {
    return places.size();
  }

  /** The node at an index; absent where the index is free. */
  @Nullable NodeInfo at(int index) {
    return places.get(index);
  }

  /** A node that exists. */
  @Nullable NodeInfo find(String name) {
    Integer index = indices.get(name);
    return index == null ? null : places.get(index);
  }

  /** A node that exists or that pods speak of. */
  @Nullable NodeInfo findAny(String name) {
    NodeInfo node = find(name);
    return node != null ? node : unseen.get(name);
  }

  List<NodeInfo> withAffinity() {
    return at(withAffinity);
  }

  List<NodeInfo> withRequiredAntiAffinity() {
    return at(withRequiredAntiAffinity);
  }

  /** The nodes at some indices, in order. */
  List<NodeInfo> at(PersistentBits wanted) {
    return wanted.size() == 0 ? List.of() : new NodesOfBits(places, wanted);
  }

  PersistentBits withImage(String name) {
    PersistentBits holders = imageNodes.get(name);
    return holders == null ? PersistentBits.EMPTY : holders;
  }

  List<Integer> withClaim(String claimKey) {
    List<Integer> users = claimNodes.get(claimKey);
    return users == null ? List.of() : users;
  }

  /** Takes in one node in another form; the form before is the one it holds. */
  void put(NodeInfo now, Edit edit) {
    NodeInfo before = findAny(now.name());
    NodeInfo existed = before != null && before.node() != null ? before : null;
    NodeInfo exists = now.node() != null ? now : null;
    places = places(existed, exists, edit);
    indices = indices(existed, exists, edit);
    unseen =
        exists == null && !now.pods().isEmpty()
            ? unseen.with(now.name(), now, edit)
            : unseen.without(now.name(), edit);
    withAffinity =
        bits(withAffinity, existed, exists != null && !now.podsWithAffinity().isEmpty(), now, edit);
    withRequiredAntiAffinity =
        bits(
            withRequiredAntiAffinity,
            existed,
            exists != null && !now.podsWithRequiredAntiAffinity().isEmpty(),
            now,
            edit);
    imageNodes = imageNodes(existed, exists, edit);
    claimNodes = claimNodes(existed, exists, edit);
  }

  private PersistentVector<NodeInfo> places(
      @Nullable NodeInfo before, @Nullable NodeInfo now, Edit edit) {
    if (now != null) {
      return places.with(now.index(), now, edit);
    }
    return before != null ? places.with(before.index(), null, edit) : places;
  }

  private PersistentMap<String, Integer> indices(
      @Nullable NodeInfo before, @Nullable NodeInfo now, Edit edit) {
    if (now != null) {
      return before == null ? indices.with(now.name(), now.index(), edit) : indices;
    }
    return before != null ? indices.without(before.name(), edit) : indices;
  }

  private static PersistentBits bits(
      PersistentBits bits, @Nullable NodeInfo before, boolean present, NodeInfo now, Edit edit) {
    if (present) {
      return bits.with(now.index(), true, edit);
    }
    return before != null ? bits.with(before.index(), false, edit) : bits;
  }

  private PersistentMap<String, PersistentBits> imageNodes(
      @Nullable NodeInfo before, @Nullable NodeInfo now, Edit edit) {
    List<String> held = before == null ? List.of() : before.imageNames();
    List<String> holds = now == null ? List.of() : now.imageNames();
    if (held.equals(holds)) {
      return imageNodes;
    }
    PersistentMap<String, PersistentBits> changed = imageNodes;
    if (before != null) {
      for (String name : held) {
        changed = mark(changed, name, before.index(), false, edit);
      }
    }
    if (now != null) {
      for (String name : holds) {
        changed = mark(changed, name, now.index(), true, edit);
      }
    }
    return changed;
  }

  private static PersistentMap<String, PersistentBits> mark(
      PersistentMap<String, PersistentBits> images,
      String name,
      int node,
      boolean holds,
      Edit edit) {
    PersistentBits nodes = images.get(name);
    PersistentBits changed = (nodes == null ? PersistentBits.EMPTY : nodes).with(node, holds, edit);
    return changed.size() == 0 ? images.without(name, edit) : images.with(name, changed, edit);
  }

  private PersistentMap<String, List<Integer>> claimNodes(
      @Nullable NodeInfo before, @Nullable NodeInfo now, Edit edit) {
    Set<String> used = before == null ? Set.of() : before.claimUses().keySet();
    Set<String> uses = now == null ? Set.of() : now.claimUses().keySet();
    if (used.isEmpty() && uses.isEmpty()) {
      return claimNodes;
    }
    PersistentMap<String, List<Integer>> changed = claimNodes;
    if (before != null) {
      for (String key : used) {
        changed = uses.contains(key) ? changed : withUser(changed, key, before, false, edit);
      }
    }
    if (now != null) {
      for (String key : uses) {
        changed = used.contains(key) ? changed : withUser(changed, key, now, true, edit);
      }
    }
    return changed;
  }

  private static PersistentMap<String, List<Integer>> withUser(
      PersistentMap<String, List<Integer>> claims,
      String key,
      NodeInfo node,
      boolean uses,
      Edit edit) {
    List<Integer> known = claims.get(key);
    var users = new TreeSet<>(known == null ? List.of() : known);
    boolean _ = uses ? users.add(node.index()) : users.remove(node.index());
    return users.isEmpty() ? claims.without(key, edit) : claims.with(key, List.copyOf(users), edit);
  }
}
