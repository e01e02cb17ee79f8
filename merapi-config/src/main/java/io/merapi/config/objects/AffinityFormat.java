package io.merapi.config.objects;

import io.merapi.api.pod.Affinity;
import io.merapi.api.pod.Affinity.PodTerms;
import io.merapi.api.pod.Affinity.PreferredNodes;
import io.merapi.api.pod.Affinity.WeightedTerm;
import io.merapi.api.pod.PodAffinityTerm;
import io.merapi.api.selector.LabelSelector;
import io.merapi.api.selector.NodeSelector;
import io.merapi.api.selector.NodeSelectorTerm;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code affinity} of a pod. */
final class AffinityFormat {

  private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
  private static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";
  private static final NodeSelectorTerm NO_CONDITIONS = new NodeSelectorTerm(List.of(), List.of());
  private static final PodAffinityTerm NO_PODS =
      new PodAffinityTerm(null, List.of(), null, "", List.of(), List.of());

  private AffinityFormat() {}

  static Affinity read(ObjectCursor in) {
    if (!in.enterObject()) {
      return Affinity.NONE;
    }
    var nodes = new Nodes();
    PodTerms podAffinity = PodTerms.NONE;
    PodTerms podAntiAffinity = PodTerms.NONE;
    for (String field = in.nextField(); field != null; field = in.nextField()) {
      switch (field) {
        case "nodeAffinity" -> nodes.read(in);
        case "podAffinity" -> podAffinity = readPodTerms(in);
        case "podAntiAffinity" -> podAntiAffinity = readPodTerms(in);
        default -> in.skip();
      }
    }
    return new Affinity(nodes.required, nodes.preferred, podAffinity, podAntiAffinity);
  }

  static Map<String, Object> write(Affinity affinity) {
    return new FieldMap()
        .map(
            "nodeAffinity",
            new FieldMap()
                .list(PREFERRED, affinity.preferredNodes(), AffinityFormat::write)
                .present(REQUIRED, SelectorFormat.write(affinity.requiredNodes()))
                .fields())
        .map("podAffinity", write(affinity.podAffinity()))
        .map("podAntiAffinity", write(affinity.podAntiAffinity()))
        .fields();
  }

  private static final class Nodes {
    private @Nullable NodeSelector required;
    private List<PreferredNodes> preferred = List.of();

    void read(ObjectCursor in) {
      if (!in.enterObject()) {
        return;
      }
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case REQUIRED -> required = SelectorFormat.readNodeSelector(in);
          case PREFERRED -> preferred = in.list(AffinityFormat::readPreferredNodes);
          default -> in.skip();
        }
      }
    }
  }

  private static PreferredNodes readPreferredNodes(ObjectCursor in) {
    int weight = 0;
    NodeSelectorTerm term = NO_CONDITIONS;
    if (in.enterObject()) {
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "weight" -> weight = in.int32();
          case "preference" -> term = SelectorFormat.readNodeTerm(in);
          default -> in.skip();
        }
      }
    }
    return new PreferredNodes(weight, term);
  }

  private static Map<String, Object> write(PreferredNodes nodes) {
    return new FieldMap()
        .map("preference", SelectorFormat.write(nodes.term()))
        .number("weight", nodes.weight())
        .fields();
  }

  private static PodTerms readPodTerms(ObjectCursor in) {
    if (!in.enterObject()) {
      return PodTerms.NONE;
    }
    List<PodAffinityTerm> required = List.of();
    List<WeightedTerm> preferred = List.of();
    for (String field = in.nextField(); field != null; field = in.nextField()) {
      switch (field) {
        case REQUIRED -> required = in.list(AffinityFormat::readPodTerm);
        case PREFERRED -> preferred = in.list(AffinityFormat::readWeightedTerm);
        default -> in.skip();
      }
    }
    return new PodTerms(required, preferred);
  }

  private static Map<String, Object> write(PodTerms terms) {
    return new FieldMap()
        .list(PREFERRED, terms.preferred(), AffinityFormat::write)
        .list(REQUIRED, terms.required(), AffinityFormat::write)
        .fields();
  }

  private static WeightedTerm readWeightedTerm(ObjectCursor in) {
    int weight = 0;
    PodAffinityTerm term = NO_PODS;
    if (in.enterObject()) {
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "weight" -> weight = in.int32();
          case "podAffinityTerm" -> term = readPodTerm(in);
          default -> in.skip();
        }
      }
    }
    return new WeightedTerm(weight, term);
  }

  private static Map<String, Object> write(WeightedTerm term) {
    return new FieldMap()
        .map("podAffinityTerm", write(term.term()))
        .number("weight", term.weight())
        .fields();
  }

  private static PodAffinityTerm readPodTerm(ObjectCursor in) {
    if (!in.enterObject()) {
      return NO_PODS;
    }
    @Nullable LabelSelector labelSelector = null;
    List<String> namespaces = List.of();
    @Nullable LabelSelector namespaceSelector = null;
    String topologyKey = "";
    List<String> matchLabelKeys = List.of();
    List<String> mismatchLabelKeys = List.of();
    for (String field = in.nextField(); field != null; field = in.nextField()) {
      switch (field) {
        case "labelSelector" -> labelSelector = SelectorFormat.readLabelSelector(in);
        case "namespaces" -> namespaces = in.texts();
        case "namespaceSelector" -> namespaceSelector = SelectorFormat.readLabelSelector(in);
        case "topologyKey" -> topologyKey = in.sharedText();
        case "matchLabelKeys" -> matchLabelKeys = in.texts();
        case "mismatchLabelKeys" -> mismatchLabelKeys = in.texts();
        default -> in.skip();
      }
    }
    return new PodAffinityTerm(
        labelSelector,
        namespaces,
        namespaceSelector,
        topologyKey,
        matchLabelKeys,
        mismatchLabelKeys);
  }

  private static Map<String, Object> write(PodAffinityTerm term) {
    return new FieldMap()
        .present("labelSelector", SelectorFormat.write(term.labelSelector()))
        .texts("matchLabelKeys", term.matchLabelKeys())
        .texts("mismatchLabelKeys", term.mismatchLabelKeys())
        .present("namespaceSelector", SelectorFormat.write(term.namespaceSelector()))
        .texts("namespaces", term.namespaces())
        .text("topologyKey", term.topologyKey())
        .fields();
  }
}
