package io.merapi.kube.plugins.nodeaffinity;

import io.merapi.api.plugin.Arguments;
import io.merapi.api.pod.Affinity.PreferredNodes;
import io.merapi.api.selector.NodeSelector;
import io.merapi.api.selector.NodeSelectorTerm;
import io.merapi.api.selector.SelectorRequirement;
import io.merapi.kube.configuration.Int32;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Affinity that every pod of the profile has beside its own.
 *
 * @param addedRequired absent where the configuration adds none; present without terms, it matches
 *     no node
 */
public record NodeAffinityArgs(
    @Nullable NodeSelector addedRequired, List<PreferredNodes> addedPreferred) {

  public static final NodeAffinityArgs DEFAULTS = new NodeAffinityArgs(null, List.of());

  static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
  static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";
  private static final String EXPRESSIONS = "matchExpressions";
  private static final String FIELDS = "matchFields";

  public NodeAffinityArgs {
    addedPreferred = List.copyOf(addedPreferred);
  }

  public static NodeAffinityArgs bind(Arguments in) {
    Arguments added = in.object("addedAffinity");
    NodeSelector required = null;
    Arguments selector = added.object(REQUIRED);
    List<Arguments> terms = selector.objects("nodeSelectorTerms");
    if (added.has(REQUIRED)) {
      required = new NodeSelector(terms.stream().map(term -> requiredTerm(term)).toList());
    }
    var preferred = new ArrayList<PreferredNodes>();
    for (Arguments term : added.objects(PREFERRED)) {
      preferred.add(preferredTerm(term));
    }
    return new NodeAffinityArgs(required, preferred);
  }

  private static NodeSelectorTerm requiredTerm(Arguments in) {
    NodeSelectorTerm term = term(in);
    AddedTermRules.check(in, term);
    return term;
  }

  private static PreferredNodes preferredTerm(Arguments in) {
    int weight = Int32.read(in, "weight", 0);
    NodeSelectorTerm term = term(in.object("preference"));
    // Upstream does not parse a term that cannot count, and leaves "preference" out of the path.
    if (weight != 0) {
      AddedTermRules.check(in, term);
    }
    return new PreferredNodes(weight, term);
  }

  private static NodeSelectorTerm term(Arguments in) {
    return new NodeSelectorTerm(requirements(in, EXPRESSIONS), requirements(in, FIELDS));
  }

  private static List<SelectorRequirement> requirements(Arguments in, String key) {
    var requirements = new ArrayList<SelectorRequirement>();
    for (Arguments item : in.objects(key)) {
      requirements.add(
          new SelectorRequirement(
              item.text("key").or(""), item.text("operator").or(""), item.texts("values")));
    }
    return requirements;
  }
}
