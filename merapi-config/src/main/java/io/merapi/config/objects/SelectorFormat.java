package io.merapi.config.objects;

import io.merapi.api.meta.Labels;
import io.merapi.api.selector.LabelSelector;
import io.merapi.api.selector.NodeSelector;
import io.merapi.api.selector.NodeSelectorTerm;
import io.merapi.api.selector.SelectorRequirement;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Selectors over labels and over nodes, which objects of many kinds hold. */
final class SelectorFormat {

  private SelectorFormat() {}

  /**
   * A selector over labels; null where the object has none, which is not the same as an empty one.
   */
  static @Nullable LabelSelector readLabelSelector(ObjectCursor in) {
    if (!in.enterObject()) {
      return null;
    }
    Labels matchLabels = Labels.EMPTY;
    List<SelectorRequirement> matchExpressions = List.of();
    for (String field = in.nextField(); field != null; field = in.nextField()) {
      switch (field) {
        case "matchLabels" -> matchLabels = in.labels();
        case "matchExpressions" -> matchExpressions = in.list(SelectorFormat::readRequirement);
        default -> in.skip();
      }
    }
    return new LabelSelector(matchLabels, matchExpressions);
  }

  /** The selector as a tree, to be written with {@link FieldMap#present} since it may be empty. */
  static @Nullable Map<String, Object> write(@Nullable LabelSelector selector) {
    if (selector == null) {
      return null;
    }
    return new FieldMap()
        .list("matchExpressions", selector.matchExpressions(), SelectorFormat::write)
        .labels("matchLabels", selector.matchLabels())
        .fields();
  }

  /** A selector over nodes; null where the object has none. */
  static @Nullable NodeSelector readNodeSelector(ObjectCursor in) {
    if (!in.enterObject()) {
      return null;
    }
    List<NodeSelectorTerm> terms = List.of();
    for (String field = in.nextField(); field != null; field = in.nextField()) {
      switch (field) {
        case "nodeSelectorTerms" -> terms = in.list(SelectorFormat::readNodeTerm);
        default -> in.skip();
      }
    }
    return new NodeSelector(terms);
  }

  /** The selector as a tree, to be written with {@link FieldMap#present} since it may be empty. */
  static @Nullable Map<String, Object> write(@Nullable NodeSelector selector) {
    if (selector == null) {
      return null;
    }
    return new FieldMap()
        .list("nodeSelectorTerms", selector.terms(), SelectorFormat::write)
        .fields();
  }

  static NodeSelectorTerm readNodeTerm(ObjectCursor in) {
    List<SelectorRequirement> matchExpressions = List.of();
    List<SelectorRequirement> matchFields = List.of();
    if (in.enterObject()) {
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "matchExpressions" -> matchExpressions = in.list(SelectorFormat::readRequirement);
          case "matchFields" -> matchFields = in.list(SelectorFormat::readRequirement);
          default -> in.skip();
        }
      }
    }
    return new NodeSelectorTerm(matchExpressions, matchFields);
  }

  static Map<String, Object> write(NodeSelectorTerm term) {
    return new FieldMap()
        .list("matchExpressions", term.matchExpressions(), SelectorFormat::write)
        .list("matchFields", term.matchFields(), SelectorFormat::write)
        .fields();
  }

  static SelectorRequirement readRequirement(ObjectCursor in) {
    String key = "";
    String operator = "";
    List<String> values = List.of();
    if (in.enterObject()) {
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "key" -> key = in.text();
          case "operator" -> operator = in.text();
          case "values" -> values = in.texts();
          default -> in.skip();
        }
      }
    }
    return new SelectorRequirement(key, operator, values);
  }

  static Map<String, Object> write(SelectorRequirement requirement) {
    return new FieldMap()
        .text("key", requirement.key())
        .text("operator", requirement.operator())
        .texts("values", requirement.values())
        .fields();
  }
}
