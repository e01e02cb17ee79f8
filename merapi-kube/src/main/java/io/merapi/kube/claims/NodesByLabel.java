package io.merapi.kube.claims;

import io.merapi.api.meta.Labels;
import io.merapi.api.node.Node;
import io.merapi.api.node.NodeInfo;
import io.merapi.kube.state.ClusterContents;
import io.merapi.kube.state.NodeLog;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of a cluster by the value of a label, for those labels that somebody has asked for;
 * kept for as long as the labels of all nodes stay the same. Used by one thread.
 */
final class NodesByLabel {

  private final Map<String, Map<String, List<Integer>>> byKey = new HashMap<>();

  /** The labels that all is kept for, by the index of the node. */
  private final List<@Nullable Labels> labels = new ArrayList<>();

  private @Nullable NodeLog log;
  private long position;

  /** The indices of the nodes that have a label with a value. */
  List<Integer> of(String key, String value, ClusterContents contents) {
    follow(contents);
    return byKey.computeIfAbsent(key, this::index).getOrDefault(value, List.of());
  }

  private void follow(ClusterContents contents) {
    long now = contents.loggedChanges();
    boolean holds = contents.nodeLog() == log && contents.nodeLog().reachesBack(position);
    if (holds && position <= now) {
      var changed = new ArrayList<Integer>();
      contents.nodeLog().between(position, now, changed::add);
      holds = changed.stream().allMatch(index -> isAsKnown(index, contents));
    } else {
      holds = false;
    }
    log = contents.nodeLog();
    position = now;
    if (!holds) {
      byKey.clear();
      labels.clear();
      for (int index = 0; index < contents.nodeBound(); index++) {
        labels.add(labels(index, contents));
      }
    }
  }

  private boolean isAsKnown(int index, ClusterContents contents) {
    return index < labels.size() && Objects.equals(labels.get(index), labels(index, contents));
  }

  private static @Nullable Labels labels(int index, ClusterContents contents) {
    NodeInfo info = index < contents.nodeBound() ? contents.node(index) : null;
    Node node = info == null ? null : info.node();
    return node == null ? null : node.meta().labels();
  }

  private Map<String, List<Integer>> index(String key) {
    var byValue = new HashMap<String, List<Integer>>();
    for (int index = 0; index < labels.size(); index++) {
      Labels known = labels.get(index);
      String value = known == null ? null : known.get(key);
      if (value != null) {
        byValue.computeIfAbsent(value, _ -> new ArrayList<>()).add(index);
      }
    }
    return byValue;
  }
}
