package io.merapi.config.source;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A configuration file as a tree in which every value knows where it stands. */
public sealed interface SourceNode {

  Location where();

  /** What the node is, for messages: {@code (an object)}, {@code ("text")}, {@code (3)}. */
  String found();

  /**
   * Keys with values, in the order of the file; a repeated key stands repeatedly, because the
   * formats disagree on what it means.
   */
  record Mapping(Location where, List<Entry> entries) implements SourceNode {

    public Mapping {
      entries = List.copyOf(entries);
    }

    /** The value of a key, its last one where the key is repeated; null where it is absent. */
    public @Nullable SourceNode get(String key) {
      return entries.reversed().stream()
          .filter(entry -> entry.key().equals(key))
          .map(Entry::value)
          .findFirst()
          .orElse(null);
    }

    public Set<String> keys() {
      var keys = new LinkedHashSet<String>();
      entries.forEach(entry -> keys.add(entry.key()));
      return keys;
    }

    @Override
    public String found() {
      return "(an object)";
    }
  }

  /**
   * A key with its value.
   *
   * @param merged whether it comes from another object, by the merge key
   */
  record Entry(Location where, String key, SourceNode value, boolean merged) {

    public Entry(Location where, String key, SourceNode value) {
      this(where, key, value, false);
    }
  }

  /** A list. */
  record Sequence(Location where, List<SourceNode> items) implements SourceNode {

    public Sequence {
      items = List.copyOf(items);
    }

    @Override
    public String found() {
      return "(a list)";
    }
  }

  /** A single value, as written, with the type that YAML gives it. */
  record Scalar(Location where, String text, ScalarType type) implements SourceNode {

    public boolean isNull() {
      return type == ScalarType.NULL;
    }

    /** The flag; null for anything else. */
    public @Nullable Boolean flag() {
      if (type != ScalarType.FLAG) {
        return null;
      }
      return Boolean.TRUE.equals(PlainScalar.of(text).value());
    }

    /**
     * The number, as a {@code Long}, a {@code BigInteger} or a {@code Double} (see {@link
     * PlainScalar}); null for anything else.
     */
    public @Nullable Number number() {
      return switch (type) {
        case INTEGER -> PlainScalar.of(text).value() instanceof Number number ? number : null;
        case NUMBER ->
            PlainScalar.of(text).value() instanceof Number number ? number.doubleValue() : null;
        case TEXT, FLAG, NULL -> null;
      };
    }

    @Override
    public String found() {
      if (isNull()) {
        return "(null)";
      }
      String shown = Problem.abbreviated(text);
      return type == ScalarType.TEXT ? "(\"" + shown + "\")" : "(" + shown + ")";
    }
  }
}
