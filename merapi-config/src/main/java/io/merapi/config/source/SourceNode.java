package io.merapi.config.source;

import java.util.ArrayList;
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

    /** The entries whose key stands before them already. */
    public List<Entry> repeated() {
      var seen = new LinkedHashSet<String>();
      var repeated = new ArrayList<Entry>();
      for (Entry entry : entries) {
        if (!seen.add(entry.key())) {
          repeated.add(entry);
        }
      }
      return repeated;
    }

    @Override
    public String found() {
      return "(an object)";
    }
  }

  /** A key with its value. */
  record Entry(Location where, String key, SourceNode value) {}

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

    @Override
    public String found() {
      if (isNull()) {
        return "(null)";
      }
      String shown = text.length() <= 60 ? text : text.substring(0, 57) + "...";
      return type == ScalarType.TEXT ? "(\"" + shown + "\")" : "(" + shown + ")";
    }
  }
}
