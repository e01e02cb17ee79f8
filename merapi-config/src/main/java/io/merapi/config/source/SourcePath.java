package io.merapi.config.source;

import io.merapi.config.source.SourceNode.Mapping;
import io.merapi.config.source.SourceNode.Scalar;
import io.merapi.config.source.SourceNode.Sequence;
import org.jspecify.annotations.Nullable;

/** Finds the place in a tree that a path such as {@code profiles[0].plugins.score} speaks of. */
public final class SourcePath {

  private SourcePath() {}

  /** The value at a path; null where the tree has none. */
  public static @Nullable SourceNode find(SourceNode from, String path) {
    Step step = walk(from, path);
    return step.rest.isEmpty() ? step.node : null;
  }

  /** Where the value at a path stands; where it has none, the nearest thing around it that has. */
  public static Location locate(SourceNode from, String path) {
    return walk(from, path).node.where();
  }

  private static Step walk(SourceNode from, String path) {
    var step = new Step(from, path);
    while (!step.rest.isEmpty()) {
      Step next = next(step);
      if (next == null) {
        return step;
      }
      step = next;
    }
    return step;
  }

  private static @Nullable Step next(Step step) {
    String rest = step.rest.startsWith(".") ? step.rest.substring(1) : step.rest;
    return switch (step.node) {
      case Mapping mapping -> key(mapping, rest);
      case Sequence list -> index(list, rest);
      case Scalar _ -> null;
    };
  }

  private static @Nullable Step key(Mapping mapping, String rest) {
    // Keys may have dots themselves, so the whole rest is tried first.
    SourceNode whole = mapping.get(rest);
    if (whole != null) {
      return new Step(whole, "");
    }
    int end = 0;
    while (end < rest.length() && rest.charAt(end) != '.' && rest.charAt(end) != '[') {
      end++;
    }
    SourceNode value = mapping.get(rest.substring(0, end));
    return value == null ? null : new Step(value, rest.substring(end));
  }

  private static @Nullable Step index(Sequence list, String rest) {
    int close = rest.indexOf(']');
    if (!rest.startsWith("[") || close < 2 || close > 8) {
      return null;
    }
    String digits = rest.substring(1, close);
    if (!digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
      return null;
    }
    int index = Integer.parseInt(digits);
    return index < list.items().size()
        ? new Step(list.items().get(index), rest.substring(close + 1))
        : null;
  }

  private record Step(SourceNode node, String rest) {}
}
