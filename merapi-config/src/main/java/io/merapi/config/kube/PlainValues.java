package io.merapi.config.kube;

import io.merapi.config.source.ScalarRules;
import io.merapi.config.source.SourceNode;
import io.merapi.config.source.SourceNode.Mapping;
import io.merapi.config.source.SourceNode.Scalar;
import io.merapi.config.source.SourceNode.Sequence;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;

/** Trees as maps, lists and plain values, for plugins whose arguments have no record. */
final class PlainValues {

  private PlainValues() {}

  static @Nullable Object of(SourceNode node, ScalarRules rules) {
    return switch (node) {
      case Mapping mapping -> {
        var map = new LinkedHashMap<String, @Nullable Object>();
        mapping.entries().forEach(entry -> map.put(entry.key(), of(entry.value(), rules)));
        yield Collections.unmodifiableMap(map);
      }
      case Sequence sequence -> {
        var list = new ArrayList<@Nullable Object>();
        sequence.items().forEach(item -> list.add(of(item, rules)));
        yield Collections.unmodifiableList(list);
      }
      case Scalar scalar -> plain(scalar, rules);
    };
  }

  private static @Nullable Object plain(Scalar scalar, ScalarRules rules) {
    return switch (scalar.type()) {
      case TEXT -> scalar.text();
      case FLAG -> rules.flag(scalar);
      case NULL -> null;
      case INTEGER, NUMBER -> number(scalar, rules);
    };
  }

  private static @Nullable Object number(Scalar scalar, ScalarRules rules) {
    Object integer = rules.integer(scalar);
    return integer == null ? rules.number(scalar) : integer;
  }
}
