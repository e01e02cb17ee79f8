package io.merapi.batch.plugins.networktopologyaware;

import io.merapi.api.resource.Resources;
import io.merapi.api.resource.ResourcesSum;
import io.merapi.api.session.HyperNodes.HyperNodeInfo;
import io.merapi.api.session.Session;
import io.merapi.api.session.SessionNode;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the domains of the network have and what is used of them.
 *
 * <p>Kept from upstream: only what is used follows the moves of the session; what is idle stays as
 * it was when the session was opened.
 */
final class DomainLedger {

  private final Session session;
  private final Map<String, Domain> byName = new HashMap<>();

  /** The domains that hold a node, by its index: the lowest tier first, then by name. */
  private final List<List<Domain>> byNode = new ArrayList<>();

  DomainLedger(Session session) {
    this.session = session;
    session.nodes().forEach(_ -> byNode.add(new ArrayList<>()));
    for (HyperNodeInfo info : session.hyperNodes().all()) {
      var domain = new Domain(info, session);
      byName.put(info.name(), domain);
      info.nodes().forEach(node -> byNode.get(node.index()).add(domain));
    }
  }

  @Nullable Domain named(String name) {
    return byName.get(name);
  }

  /** The domains that hold a node, the lowest tier first. */
  List<Domain> around(SessionNode node) {
    return byNode.get(node.index());
  }

  /** The domain of a tier that holds a node; null where none does. */
  @Nullable Domain around(SessionNode node, int tier) {
    for (Domain domain : around(node)) {
      if (domain.info.tier() == tier) {
        return domain;
      }
    }
    return null;
  }

  void take(String nodeName, Resources amount) {
    SessionNode node = session.node(nodeName);
    if (node != null) {
      around(node).forEach(domain -> domain.used.add(amount));
    }
  }

  void giveBack(String nodeName, Resources amount) {
    SessionNode node = session.node(nodeName);
    if (node != null) {
      around(node).forEach(domain -> domain.used.subtract(amount));
    }
  }

  /** What one domain has in sum. */
  static final class Domain {

    private final HyperNodeInfo info;
    private final BitSet nodes = new BitSet();
    private final Resources allocatable;
    private final Resources idle;
    private final Resources futureIdle;
    private final ResourcesSum used;

    private Domain(HyperNodeInfo info, Session session) {
      this.info = info;
      this.used = new ResourcesSum(session.resources());
      var allocatableSum = new ResourcesSum(session.resources());
      var idleSum = new ResourcesSum(session.resources());
      var futureIdleSum = new ResourcesSum(session.resources());
      for (SessionNode node : info.nodes()) {
        nodes.set(node.index());
        used.add(node.used());
        allocatableSum.add(node.allocatable());
        idleSum.add(node.idle());
        futureIdleSum.add(node.futureIdle());
      }
      this.allocatable = allocatableSum.toResources();
      this.idle = idleSum.toResources();
      this.futureIdle = futureIdleSum.toResources();
    }

    HyperNodeInfo info() {
      return info;
    }

    boolean holds(SessionNode node) {
      return nodes.get(node.index());
    }

    Resources allocatable() {
      return allocatable;
    }

    Resources idle() {
      return idle;
    }

    Resources futureIdle() {
      return futureIdle;
    }

    double used(int id) {
      return used.get(id);
    }
  }
}
