package io.merapi.batch.plugins.networktopologyaware;

import io.merapi.api.framework.NodeTraits;
import io.merapi.api.resource.Resources;
import io.merapi.api.resource.ResourcesSum;
import io.merapi.api.session.HyperNodes.HyperNodeInfo;
import io.merapi.api.session.Session;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.extension.KindOrder.NodeKinds;
import java.util.ArrayList;
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
final class DomainLedger implements NodeKinds {

  private final Session session;
  private final Map<String, Domain> byName = new HashMap<>();

  /** The domains that hold a node, by its index: the lowest tier first, then by name. */
  private final List<List<Domain>> byNode = new ArrayList<>();

  /** By the index of a node, a number that is the same for those that are in the same domains. */
  private final int[] kinds;

  private final int kindCount;

  DomainLedger(Session session) {
    this.session = session;
    session.nodes().forEach(_ -> byNode.add(new ArrayList<>()));
    for (HyperNodeInfo info : session.hyperNodes().all()) {
      var domain = new Domain(info, byName.size(), session);
      byName.put(info.name(), domain);
      info.nodes().forEach(node -> byNode.get(node.index()).add(domain));
    }
    var numbers = new HashMap<List<Domain>, Integer>();
    this.kinds =
        byNode.stream()
            .mapToInt(domains -> numbers.computeIfAbsent(domains, _ -> numbers.size()))
            .toArray();
    this.kindCount = numbers.size();
  }

  /** A number for each node, from 0 on; the same for those that are in the same domains. */
  int kind(SessionNode node) {
    return kinds[node.index()];
  }

  /** How many kinds of nodes there are. */
  int kindCount() {
    return kindCount;
  }

  /** How many domains there are. */
  int size() {
    return byName.size();
  }

  @Override
  public void describe(SessionNode node, NodeTraits traits) {
    traits.number(kind(node));
  }

  @Override
  public List<SessionNode> apart() {
    return List.of();
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
    private final int index;
    private final Resources allocatable;
    private final Resources idle;
    private final Resources futureIdle;
    private final ResourcesSum used;

    private Domain(HyperNodeInfo info, int index, Session session) {
      this.info = info;
      this.index = index;
      this.used = new ResourcesSum(session.resources());
      var allocatableSum = new ResourcesSum(session.resources());
      var idleSum = new ResourcesSum(session.resources());
      var futureIdleSum = new ResourcesSum(session.resources());
      for (SessionNode node : info.nodes()) {
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

    /** Its place among all domains. */
    int index() {
      return index;
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
