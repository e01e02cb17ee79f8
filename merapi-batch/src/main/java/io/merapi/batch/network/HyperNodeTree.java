package io.merapi.batch.network;

import io.merapi.api.selector.CompiledSelector;
import io.merapi.api.session.HyperNodes;
import io.merapi.api.session.SessionNode;
import io.merapi.api.topology.HyperNode;
import io.merapi.api.topology.HyperNode.Member;
import io.merapi.api.topology.HyperNode.MemberType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * HyperNodes put together, with the made-up top above those that have no parent.
 *
 * <p>A domain that is named as a member and does not exist counts as an empty one of tier 0. A
 * domain with two parents, or in itself, makes the whole tree not ready; of several that claim a
 * member, the first by name has it.
 */
public final class HyperNodeTree implements HyperNodes {

  private final Map<String, Builder> builders = new TreeMap<>();
  private final Map<String, HyperNodeInfo> byName = new LinkedHashMap<>();
  private final Map<String, Integer> tierNames = new TreeMap<>();
  private final List<Integer> tiers;
  private boolean ready = true;

  /**
   * Puts domains together.
   *
   * @param nodes of the session, in its order
   */
  public HyperNodeTree(Collection<HyperNode> hyperNodes, List<? extends SessionNode> nodes) {
    var knownTiers = new TreeSet<Integer>();
    for (HyperNode hyperNode : hyperNodes) {
      builders.put(hyperNode.meta().name(), new Builder(hyperNode.tier(), hyperNode.members()));
      knownTiers.add(hyperNode.tier());
      if (!hyperNode.tierName().isEmpty()) {
        tierNames.put(hyperNode.tierName(), hyperNode.tier());
      }
    }
    List.copyOf(builders.keySet()).forEach(this::adopt);
    List.copyOf(builders.keySet()).forEach(name -> gather(name, nodes, new HashSet<>()));
    addTop(nodes, knownTiers.isEmpty() ? 1 : Math.max(1, knownTiers.last() + 1));
    knownTiers.add(top().tier());
    this.tiers = List.copyOf(knownTiers);
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
  private Set<String> gather(String name, List<? extends SessionNode> nodes, Set<String> above) {
    Builder builder = builder(name);
    if (!above.add(name)) {
      ready = false;
      builder.parent = "";
      return Set.of();
    }
    if (!builder.gathered) {
      builder.gathered = true;
      for (Member member : builder.members) {
        if (member.type() == MemberType.NODE) {
          Predicate<SessionNode> selects = selector(member);
          nodes.stream().filter(selects).forEach(node -> builder.nodes.add(node.name()));
        }
      }
      for (String child : builder.children) {
        builder.nodes.addAll(gather(child, nodes, above));
      }
    }
    above.remove(name);
    return builder.nodes;
  }

  private static Predicate<SessionNode> selector(Member member) {
    String exact = member.exactName();
    if (exact != null && exact.isEmpty()) {
      return _ -> false;
    }
    @Nullable Pattern pattern = null;
    if (member.namePattern() != null) {
      try {
        pattern = Pattern.compile(member.namePattern());
      } catch (PatternSyntaxException _) {
        return _ -> false;
      }
    }
    CompiledSelector labels = labels(member);
    if (labels.error() != null) {
      return _ -> false;
    }
    Pattern named = pattern;
    return node ->
        node.name().equals(exact)
            || (named != null && named.matcher(node.name()).find())
            || labels.matches(node.node().meta().labels());
  }

  private static CompiledSelector labels(Member member) {
    var selector = member.labels();
    return selector == null
            || (selector.matchLabels().isEmpty() && selector.matchExpressions().isEmpty())
        ? CompiledSelector.NOTHING
        : CompiledSelector.of(selector);
  }

  private void addTop(List<? extends SessionNode> nodes, int tier) {
    var top = new Builder(tier, List.of());
    builders.forEach((name, builder) -> {
      if (builder.parent.isEmpty()) {
        builder.parent = TOP;
        top.children.add(name);
      }
    });
    nodes.forEach(node -> top.nodes.add(node.name()));
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

  /** The tier of a name that HyperNodes give to theirs; null where none does. */
  @Nullable Integer tierNamed(String tierName) {
    return tierNames.get(tierName);
  }

  /** Whether a domain holds a node, by names. */
  boolean holds(String hyperNode, String node) {
    Builder builder = builders.get(hyperNode);
    return builder != null && builder.nodes.contains(node);
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
    private final Set<String> nodes = new HashSet<>();
    private String parent = "";
    private boolean gathered;

    Builder(int tier, List<Member> members) {
      this.tier = tier;
      this.members = members;
    }

    HyperNodeInfo info(String name, List<? extends SessionNode> all) {
      List<SessionNode> own =
          all.stream()
              .filter(node -> nodes.contains(node.name()))
              .<SessionNode>map(node -> node)
              .toList();
      return new HyperNodeInfo(name, tier, parent, List.copyOf(children), own);
    }
  }
}
