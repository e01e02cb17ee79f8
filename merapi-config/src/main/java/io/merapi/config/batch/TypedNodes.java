package io.merapi.config.batch;

import io.merapi.api.plugin.ProblemKind;
import io.merapi.config.source.Location;
import io.merapi.config.source.Problem;
import io.merapi.config.source.Problem.Severity;
import io.merapi.config.source.Problems;
import io.merapi.config.source.ScalarType;
import io.merapi.config.source.SourceNode;
import io.merapi.config.source.SourceNode.Entry;
import io.merapi.config.source.SourceNode.Mapping;
import io.merapi.config.source.SourceNode.Scalar;
import io.merapi.config.source.SourceNode.Sequence;
import io.merapi.config.source.Spelling;
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
        return scalar.flag();
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

  /**
   * All values of one key as one map: a repeated key adds to what stands before it, unless it is
   * null and empties it.
   *
   * @param where the map stands if there is no value
   */
  Mapping merged(List<SourceNode> values, Location where, String path) {
    var entries = new ArrayList<Entry>();
    Location start = where;
    for (SourceNode value : values) {
      Mapping object = object(value, path);
      if (isNull(value)) {
        entries.clear();
      }
      start = entries.isEmpty() ? object.where() : start;
      entries.addAll(object.entries());
    }
    return new Mapping(start, entries);
  }

  void unknownKey(Entry entry, String path, List<String> known) {
    problems.add(
        new Problem(
            Severity.FALLBACK,
            ProblemKind.UNKNOWN_KEY,
            entry.where(),
            path,
            "is a key that nothing reads",
            Spelling.advice(entry.key(), known, "keys")));
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
