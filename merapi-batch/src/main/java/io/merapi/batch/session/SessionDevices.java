package io.merapi.batch.session;

import io.merapi.api.node.Node;
import io.merapi.batch.devices.DeviceFamilies;
import io.merapi.batch.devices.DevicePool;
import io.merapi.kube.state.Snapshot;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The devices of nodes that the scheduler divides itself, as a session begins with them.
 *
 * <p>The pools of a node are made when it begins, and hold while it does not change. Only where
 * some remember questions, all are made for each session: nobody tells of questions.
 */
final class SessionDevices {

  private final DeviceFamilies families;
  private final SessionOptions options;

  /** By the name of the node, where they are made for each session. */
  private final Map<String, List<DevicePool>> made = new HashMap<>();

  private final Set<String> ignored = new HashSet<>();

  SessionDevices(Snapshot snapshot, DeviceFamilies families, SessionOptions options) {
    this.families = families;
    this.options = options;
    if (families.rememberQuestions()) {
      snapshot.forEachNode(info -> {
        if (info.node() != null && SessionNodes.selected(info.node(), options)) {
          make(info.node());
        }
      });
    }
  }

  private void make(Node node) {
    List<DevicePool> pools = families.poolsOf(node);
    if (!pools.isEmpty()) {
      made.put(node.meta().name(), pools);
      pools.forEach(pool -> ignored.addAll(pool.accountsFor()));
    }
  }

  /** Those of another state of the cluster, which are divided in the same way. */
  SessionDevices at(Snapshot next) {
    return families.rememberQuestions() ? new SessionDevices(next, families, options) : this;
  }

  /** Those of a node that begins. */
  List<DevicePool> of(Node node) {
    return families.rememberQuestions()
        ? made.getOrDefault(node.meta().name(), List.of())
        : families.poolsOf(node);
  }

  /** The names of nodes that must begin again in every session. */
  Set<String> shortLived() {
    return made.keySet();
  }

  /** Resources that nobody but the pools looks at. */
  Set<String> ignored() {
    return ignored;
  }

  /** Whether there is anything to divide. */
  boolean isEmpty() {
    return families.isEmpty();
  }
}
