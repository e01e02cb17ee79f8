package io.merapi.testkit;

import io.merapi.api.meta.Labels;
import io.merapi.api.pod.PodAffinityTerm;
import io.merapi.api.selector.LabelSelector;
import io.merapi.api.selector.SelectorRequirement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes terms of affinity to pods: in the pod's own namespace, unless a call says else. */
public final class TermBuilder {

  private final @Nullable LabelSelector selector;
  private String topologyKey = "kubernetes.io/hostname";
  private @Nullable LabelSelector namespaceSelector;
  private final List<String> namespaces = new ArrayList<>();
  private final List<String> matchLabelKeys = new ArrayList<>();

  private TermBuilder(@Nullable LabelSelector selector) {
    this.selector = selector;
  }

  /** Pods with these labels; none stands for the empty selector. */
  public static TermBuilder podsWith(String... keysAndValues) {
    return new TermBuilder(new LabelSelector(Labels.of(keysAndValues), List.of()));
  }

  /** Pods that meet a condition, which may make no sense. */
  public static TermBuilder podsThat(String key, String operator, String... values) {
    return new TermBuilder(condition(key, operator, values));
  }

  /** A term without a selector. */
  public static TermBuilder noPods() {
    return new TermBuilder(null);
  }

  /** In the same domain of a topology; without it, on the same host. */
  public TermBuilder in(String value) {
    topologyKey = value;
    return this;
  }

  public TermBuilder namespace(String name) {
    namespaces.add(name);
    return this;
  }

  /** In namespaces with these labels; none stands for the empty selector. */
  public TermBuilder namespacesWith(String... keysAndValues) {
    namespaceSelector = new LabelSelector(Labels.of(keysAndValues), List.of());
    return this;
  }

  /** In namespaces that meet a condition. */
  public TermBuilder namespacesThat(String key, String operator, String... values) {
    namespaceSelector = condition(key, operator, values);
    return this;
  }

  public TermBuilder matchLabelKey(String key) {
    matchLabelKeys.add(key);
    return this;
  }

  private static LabelSelector condition(String key, String operator, String... values) {
    return new LabelSelector(
        Labels.EMPTY, List.of(new SelectorRequirement(key, operator, List.of(values))));
  }

  public PodAffinityTerm build() {
    return new PodAffinityTerm(
        selector, namespaces, namespaceSelector, topologyKey, matchLabelKeys, List.of());
  }
}
