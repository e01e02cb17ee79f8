package io.merapi.batch.network;

import io.merapi.api.selector.CompiledSelector;
import io.merapi.api.session.HyperNodes;
import io.merapi.api.session.SessionNode;
import io.merapi.api.topology.HyperNode;
import io.merapi.api.topology.HyperNode.Member;
import io.merapi.api.topology.HyperNode.MemberType;
import io.merapi.kube.configuration.GoPattern;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * HyperNodes put together, with the made-up top above those that have no parent.
 *
 * <p>A domain that is named as a member and does not exist counts as an empty one of tier 0. A
 * domain with two parents, or in itself, makes the whole tree not ready; of several that claim a
 * member, the first by name has it.
 */
public final class HyperNodeTree implements HyperNodes {

  private final List<? extends SessionNode> nodes;

  /** The places of nodes by their names; null until somebody asks, as few do without HyperNodes. */
  private @Nullable Map<String, Integer> nodeIndices;

  private final Map<String, Builder> builders = new TreeMap<>();
  private final Map<String, HyperNodeInfo> byName = new LinkedHashMap<>();
  private final Map<String, Integer> tierNames = new TreeMap<>();
  private final List<Integer> tiers;

  /** By the name of a node, its domain of the lowest tier; null until somebody asks. */
  private @Nullable Map<String, String> lowest;

  private boolean ready = true;

  /**
   * Puts domains together.
   *
   * @param nodes of the session, in its order
   */
  public HyperNodeTree(Collection<HyperNode> hyperNodes, List<? extends SessionNode> nodes) {
    this.nodes = nodes;
    var knownTiers = new TreeSet<Integer>();
    for (HyperNode hyperNode : hyperNodes) {
      builders.put(hyperNode.meta().name(), new Builder(hyperNode.tier(), hyperNode.members()));
      knownTiers.add(hyperNode.tier());
      if (!hyperNode.tierName().isEmpty()) {
        tierNames.merge(hyperNode.tierName(), hyperNode.tier(), Math::min);
      }
    }
    List.copyOf(builders.keySet()).forEach(this::adopt);
    List.copyOf(builders.keySet()).forEach(name -> gather(name, new HashSet<>()));
    addTop(knownTiers.isEmpty() ? 1 : Math.max(1, knownTiers.last() + 1));
    knownTiers.add(top().tier());
    this.tiers = List.copyOf(knownTiers);
  }

  private @Nullable Integer indexOf(String node) {
    Map<String, Integer> known = nodeIndices;
    if (known == null) {
      known = HashMap.newHashMap(nodes.size());
      for (int i = 0; i < nodes.size(); i++) {
        known.put(nodes.get(i).name(), i);
      }
      nodeIndices = known;
    }
    return known.get(node);
  }

  private void adopt(String name) {
    for (Member member : builder(name).members) {
      String child = member.exactName();
      if (member.type() != MemberType.HYPER_NODE || child == null || child.isEmpty()) {
        continue;
      }
      Builder adopted = builders.computeIfAbsent(child, _ -> new Builder(0, List.of()));
      if (adopted.parent.isEmpty() || adopted.parent.equals(name)) {
        adopted.parent = name;
        builder(name).children.add(child);
      } else {
        ready = false;
      }
    }
  }

  /** Collects the nodes of a domain from its members; says so if it is in itself. */
  private BitSet gather(String name, Set<String> above) {
    Builder builder = builder(name);
    if (!above.add(name)) {
      ready = false;
      builder.parent = "";
      return new BitSet();
    }
    if (!builder.gathered) {
      builder.gathered = true;
      for (Member member : builder.members) {
        if (member.type() == MemberType.NODE) {
          select(member, builder.nodes);
        }
      }
      for (String child : builder.children) {
        builder.nodes.or(gather(child, above));
      }
    }
    above.remove(name);
    return builder.nodes;
  }

  /** Adds the nodes of a member; one that names a node by an empty name selects none at all. */
  private void select(Member member, BitSet selected) {
    String exact = member.exactName();
    String pattern = member.namePattern();
    GoPattern names = pattern == null ? null : GoPattern.parse(pattern);
    CompiledSelector labels = labels(member);
    if ("".equals(exact) || (pattern != null && names == null) || labels.error() != null) {
      return;
    }
    Integer index = exact == null ? null : indexOf(exact);
    if (index != null) {
      selected.set(index);
    }
    if (names == null && labels.isNothing()) {
      return;
    }
    for (int i = 0; i < nodes.size(); i++) {
      SessionNode node = nodes.get(i);
      if ((names != null && names.findsIn(node.name()))
          || labels.matches(node.node().meta().labels())) {
        selected.set(i);
      }
    }
  }

  private static CompiledSelector labels(Member member) {
    var selector = member.labels();
    return selector == null
            || (selector.matchLabels().isEmpty() && selector.matchExpressions().isEmpty())
        ? CompiledSelector.NOTHING
        : CompiledSelector.of(selector);
  }

  private void addTop(int tier) {
    var top = new Builder(tier, List.of());
    builders.forEach((name, builder) -> {
      if (builder.parent.isEmpty()) {
        builder.parent = TOP;
        top.children.add(name);
      }
    });
    top.nodes.set(0, nodes.size());
    builders.put(TOP, top);
    builders.entrySet().stream()
        .sorted(Comparator.comparingInt(entry -> entry.getValue().tier))
        .forEach(entry -> byName.put(entry.getKey(), entry.getValue().info(entry.getKey(), nodes)));
  }

  private Builder builder(String name) {
    return Objects.requireNonNull(builders.get(name));
  }

  @Override
  public boolean ready() {
    return ready;
  }

  @Override
  public List<HyperNodeInfo> all() {
    return List.copyOf(byName.values());
  }

  @Override
  public @Nullable HyperNodeInfo named(String name) {
    return byName.get(name);
  }

  @Override
  public HyperNodeInfo top() {
    return Objects.requireNonNull(byName.get(TOP));
  }

  @Override
  public List<Integer> tiers() {
    return tiers;
  }

  /**
   * The tier of a name that HyperNodes give to theirs; null where none does. Of several the lowest
   * counts, where upstream takes any: jobs that ask for it by name get what they mean everywhere.
   */
  @Nullable Integer tierNamed(String tierName) {
    return tierNames.get(tierName);
  }

  /** Whether a domain holds a node, by names. */
  boolean holds(String hyperNode, String node) {
    Builder builder = builders.get(hyperNode);
    Integer index = indexOf(node);
    return builder != null && index != null && builder.nodes.get(index);
  }

  /** The domain of the lowest tier that holds a node, by names; empty where none does. */
  public String lowestAround(String node) {
    Map<String, String> known = lowest;
    if (known == null) {
      known = lowestByNode();
      lowest = known;
    }
    return known.getOrDefault(node, "");
  }

  private Map<String, String> lowestByNode() {
    var domains = new HashMap<String, String>();
    byName.values().stream()
        .filter(domain -> domain.tier() == tiers.getFirst())
        .forEach(domain ->
            domain.nodes().forEach(node -> domains.putIfAbsent(node.name(), domain.name())));
    return domains;
  }

  @Override
  public String lowestCommon(String left, String right) {
    if (left.isEmpty() || right.isEmpty()) {
      return left.isEmpty() ? right : left;
    }
    List<String> above = ancestors(left);
    return ancestors(right).stream().filter(above::contains).findFirst().orElse("");
  }

  /** A domain and all that hold it, from the bottom up. */
  private List<String> ancestors(String name) {
    var ancestors = new ArrayList<String>();
    String next = name;
    while (!next.isEmpty() && !ancestors.contains(next)) {
      ancestors.add(next);
      HyperNodeInfo info = byName.get(next);
      next = info == null ? "" : info.parent();
    }
    return ancestors;
  }

  private static final class Builder {

    private final int tier;
    private final List<Member> members;
    private final Set<String> children = new TreeSet<>();
    private final BitSet nodes = new BitSet();
    private String parent = "";
    private boolean gathered;

    Builder(int tier, List<Member> members) {
      this.tier = tier;
      this.members = members;
    }

    HyperNodeInfo info(String name, List<? extends SessionNode> all) {
      return new HyperNodeInfo(name, tier, parent, List.copyOf(children), own(all));
    }

    private List<SessionNode> own(List<? extends SessionNode> all) {
      return nodes.cardinality() == all.size()
          ? List.copyOf(all)
          : List.of(nodes.stream().mapToObj(all::get).toArray(SessionNode[]::new));
    }
  }
}
