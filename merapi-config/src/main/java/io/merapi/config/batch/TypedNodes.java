package io.merapi.config.batch;

import io.merapi.api.plugin.ProblemKind;
import io.merapi.config.source.Problem.Severity;
import io.merapi.config.source.Problems;
import io.merapi.config.source.ScalarType;
import io.merapi.config.source.SourceNode;
import io.merapi.config.source.SourceNode.Entry;
import io.merapi.config.source.SourceNode.Mapping;
import io.merapi.config.source.SourceNode.Scalar;
import io.merapi.config.source.SourceNode.Sequence;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Values on their way into the fields of upstream's structures, by yaml.v2's rules: null is the
 * empty value of any type, a string takes any single value as written, and any other type that does
 * not fit is refused.
 */
final class TypedNodes {

  /** The spellings of null after which yaml.v2 leaves a flag unset; the others set it to false. */
  private static final Set<String> UNSET = Set.of("", "~", "null");

  private final Problems problems;

  TypedNodes(Problems problems) {
    this.problems = problems;
  }

  String text(SourceNode node, String path) {
    if (node instanceof Scalar scalar) {
      return scalar.isNull() ? "" : scalar.text();
    }
    refuse(node, path, "a string");
    return "";
  }

  @Nullable Boolean flag(SourceNode node, String path) {
    if (node instanceof Scalar scalar) {
      if (scalar.type() == ScalarType.FLAG) {
        return ScalarType.flag(scalar.text());
      }
      if (scalar.isNull()) {
        return UNSET.contains(scalar.text()) ? null : Boolean.FALSE;
      }
    }
    refuse(node, path, "true or false");
    return null;
  }

  List<SourceNode> items(SourceNode node, String path) {
    if (node instanceof Sequence list) {
      return list.items();
    }
    if (!isNull(node)) {
      refuse(node, path, "a list");
    }
    return List.of();
  }

  Mapping object(SourceNode node, String path) {
    if (node instanceof Mapping object) {
      return object;
    }
    if (!isNull(node)) {
      refuse(node, path, "an object");
    }
    return new Mapping(node.where(), List.of());
  }

  /** A map into which a repeated key adds, unless it is null and empties it. */
  Mapping merged(@Nullable Mapping before, SourceNode node, String path) {
    if (before == null || isNull(node)) {
      return object(node, path);
    }
    var entries = new ArrayList<Entry>(before.entries());
    entries.addAll(object(node, path).entries());
    return new Mapping(before.where(), entries);
  }

  private static boolean isNull(SourceNode node) {
    return node instanceof Scalar scalar && scalar.isNull();
  }

  private void refuse(SourceNode node, String path, String expected) {
    problems.add(
        Severity.REFUSED,
        ProblemKind.WRONG_TYPE,
        node.where(),
        path,
        "%s must be %s".formatted(node.found(), expected));
  }
}
