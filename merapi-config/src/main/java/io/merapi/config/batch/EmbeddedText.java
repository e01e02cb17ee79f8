package io.merapi.config.batch;

import io.merapi.config.source.Location;
import io.merapi.config.source.MalformedTextException;
import io.merapi.config.source.SourceNode;
import io.merapi.config.source.SourceNode.Entry;
import io.merapi.config.source.SourceNode.Mapping;
import io.merapi.config.source.SourceNode.Scalar;
import io.merapi.config.source.SourceNode.Sequence;
import io.merapi.config.source.SourceParser;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A configuration that stands as text inside a ConfigMap: alone in a file, in a list, or among the
 * documents that a Helm chart renders to.
 *
 * @param value the text, as a value of the outer file
 * @param shift how places in the text map to places in the outer file
 */
record EmbeddedText(Scalar value, Shift shift) {

  private static final String FILE = "volcano-scheduler.conf";
  private static final String SUFFIX = "scheduler.conf";

  /** Finds the configuration; empty if there is no ConfigMap, so the text must be it itself. */
  static Optional<EmbeddedText> find(String outer, List<SourceNode> documents) {
    List<Mapping> maps = documents.stream().flatMap(EmbeddedText::configMaps).toList();
    if (maps.isEmpty()) {
      return Optional.empty();
    }
    Scalar value =
        maps.stream()
            .map(EmbeddedText::configuration)
            .filter(Objects::nonNull)
            .findFirst()
            .orElseThrow(() ->
                new MalformedTextException(
                    maps.getFirst().where(),
                    "is a ConfigMap whose data holds no (%s)".formatted(FILE)));
    return Optional.of(new EmbeddedText(value, Shift.of(outer, value)));
  }

  List<SourceNode> parse(String file) {
    try {
      return SourceParser.parse(file, value.text()).stream().map(shift::apply).toList();
    } catch (MalformedTextException e) {
      throw new MalformedTextException(
          shift.apply(e.where()), Objects.requireNonNullElse(e.getMessage(), "cannot be read"));
    }
  }

  private static Stream<Mapping> configMaps(SourceNode document) {
    if (!(document instanceof Mapping object) || !(object.get("kind") instanceof Scalar kind)) {
      return Stream.empty();
    }
    if (kind.text().equals("ConfigMap")) {
      return Stream.of(object);
    }
    return object.get("items") instanceof Sequence items
        ? items.items().stream().flatMap(EmbeddedText::configMaps)
        : Stream.empty();
  }

  /** The entry of the right name, or of one like it, or the only one there is. */
  private static @Nullable Scalar configuration(Mapping configMap) {
    if (!(configMap.get("data") instanceof Mapping data)) {
      return null;
    }
    if (data.get(FILE) instanceof Scalar exact) {
      return exact;
    }
    for (Entry entry : data.entries()) {
      if (entry.key().endsWith(SUFFIX) && entry.value() instanceof Scalar like) {
        return like;
      }
    }
    return data.entries().size() == 1 && data.entries().getFirst().value() instanceof Scalar only
        ? only
        : null;
  }

  /**
   * From places inside the text to places in the outer file. Only a literal block ({@code |}) keeps
   * the lines of the text; anything else is reported where it begins.
   */
  record Shift(Location origin, boolean keepsLines, int indent) {

    static Shift of(String outer, Scalar value) {
      List<String> lines = outer.lines().toList();
      Location origin = value.where();
      int header = origin.line() - 1;
      boolean literal =
          header >= 0
              && header < lines.size()
              && lines.get(header).startsWith("|", Math.max(0, origin.column() - 1));
      int indent =
          lines.stream()
              .skip(origin.line())
              .filter(line -> !line.isBlank())
              .findFirst()
              .map(line -> line.length() - line.stripLeading().length())
              .orElse(0);
      return new Shift(origin, literal, indent);
    }

    Location apply(Location inner) {
      if (!keepsLines || inner.line() == 0) {
        return origin;
      }
      return new Location(origin.file(), origin.line() + inner.line(), inner.column() + indent);
    }

    SourceNode apply(SourceNode node) {
      return switch (node) {
        case Scalar scalar -> new Scalar(apply(scalar.where()), scalar.text(), scalar.type());
        case Sequence list ->
            new Sequence(apply(list.where()), list.items().stream().map(this::apply).toList());
        case Mapping object ->
            new Mapping(
                apply(object.where()),
                object.entries().stream()
                    .map(
                        entry -> new Entry(apply(entry.where()), entry.key(), apply(entry.value())))
                    .toList());
      };
    }
  }
}
