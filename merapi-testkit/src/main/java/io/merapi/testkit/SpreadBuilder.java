package io.merapi.testkit;

import io.merapi.api.meta.Labels;
import io.merapi.api.pod.TopologySpreadConstraint;
import io.merapi.api.selector.LabelSelector;
import io.merapi.api.selector.SelectorRequirement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes spread constraints: hard, with a skew of 1 and no selector, unless a call says else. */
public final class SpreadBuilder {

  private final String topologyKey;
  private int maxSkew = 1;
  private String whenUnsatisfiable = "DoNotSchedule";
  private @Nullable LabelSelector selector;
  private @Nullable Integer minDomains;
  private String nodeAffinityPolicy = "";
  private String nodeTaintsPolicy = "";
  private final List<String> matchLabelKeys = new ArrayList<>();

  private SpreadBuilder(String topologyKey) {
    this.topologyKey = topologyKey;
  }

  public static SpreadBuilder spreadOver(String topologyKey) {
    return new SpreadBuilder(topologyKey);
  }

  public SpreadBuilder maxSkew(int value) {
    maxSkew = value;
    return this;
  }

  /** Only a wish. */
  public SpreadBuilder soft() {
    whenUnsatisfiable = "ScheduleAnyway";
    return this;
  }

  /** Together with pods with these labels; none stands for the empty selector. */
  public SpreadBuilder with(String... keysAndValues) {
    selector = new LabelSelector(Labels.of(keysAndValues), List.of());
    return this;
  }

  /** Together with pods that meet a condition, which may make no sense. */
  public SpreadBuilder withPods(String key, String operator, String... values) {
    selector =
        new LabelSelector(
            Labels.EMPTY, List.of(new SelectorRequirement(key, operator, List.of(values))));
    return this;
  }

  public SpreadBuilder minDomains(int value) {
    minDomains = value;
    return this;
  }

  public SpreadBuilder nodeAffinityPolicy(String value) {
    nodeAffinityPolicy = value;
    return this;
  }

  public SpreadBuilder nodeTaintsPolicy(String value) {
    nodeTaintsPolicy = value;
    return this;
  }

  public SpreadBuilder matchLabelKey(String key) {
    matchLabelKeys.add(key);
    return this;
  }

  public TopologySpreadConstraint build() {
    return new TopologySpreadConstraint(
        maxSkew,
        topologyKey,
        whenUnsatisfiable,
        selector,
        minDomains,
        nodeAffinityPolicy,
        nodeTaintsPolicy,
        matchLabelKeys);
  }
}
