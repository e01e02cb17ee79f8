package io.merapi.config.source;

import io.merapi.config.source.SourceNode.Entry;
import io.merapi.config.source.SourceNode.Mapping;
import io.merapi.config.source.SourceNode.Scalar;
import io.merapi.config.source.SourceNode.Sequence;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingEndEvent;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceEndEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * Reads a configuration file, YAML or JSON, into a {@link SourceNode} tree.
 *
 * <p>An alias shares the node of its anchor, so the tree takes no more memory than the text; what
 * it would unfold to is bounded all the same, because readers walk it.
 */
public final class SourceParser {

  private static final int MAX_DEPTH = 100;
  private static final long MAX_NODES = 1_000_000;
  private static final int MAX_TEXT = 16 << 20;

  private final String file;
  private final Iterator<Event> events;
  private final Map<Anchor, SourceNode> anchors = new HashMap<>();
  private long nodes;

  private SourceParser(String file, Iterator<Event> events) {
    this.file = file;
    this.events = events;
  }

  /**
   * Reads all documents of a text.
   *
   * @throws MalformedTextException if the text is no YAML, or breaks a limit
   */
  public static List<SourceNode> parse(String file, String text) {
    if (text.length() > MAX_TEXT) {
      throw new MalformedTextException(
          Location.of(file),
          "(%d characters) is more than a configuration file may have (%d)"
              .formatted(text.length(), MAX_TEXT));
    }
    var settings = LoadSettings.builder().setLabel(file).setCodePointLimit(MAX_TEXT + 1).build();
    try {
      return new SourceParser(file, new Parse(settings).parseString(text).iterator()).documents();
    } catch (MarkedYamlEngineException e) {
      throw new MalformedTextException(
          e.getProblemMark()
              .map(mark -> new Location(file, mark.getLine() + 1, mark.getColumn() + 1))
              .orElse(Location.of(file)),
          "is no YAML: " + e.getProblem());
    } catch (YamlEngineException e) {
      throw new MalformedTextException(Location.of(file), "is no YAML: " + e.getMessage());
    }
  }

  private List<SourceNode> documents() {
    var documents = new ArrayList<SourceNode>();
    while (events.hasNext()) {
      if (events.next() instanceof DocumentStartEvent) {
        anchors.clear();
        documents.add(node(events.next(), 0));
      }
    }
    return documents;
  }

  private SourceNode node(Event event, int depth) {
    Location where = at(event);
    if (depth > MAX_DEPTH) {
      throw new MalformedTextException(
          where, "is nested deeper than (%d) levels".formatted(MAX_DEPTH));
    }
    if (++nodes > MAX_NODES) {
      throw tooLarge(where);
    }
    if (event instanceof AliasEvent alias) {
      SourceNode shared = anchors.get(alias.getAlias());
      if (shared == null) {
        throw new MalformedTextException(
            where, "(*%s) names an anchor that does not exist".formatted(alias.getAlias()));
      }
      nodes += size(shared);
      if (nodes > MAX_NODES) {
        throw tooLarge(where);
      }
      return shared;
    }
    SourceNode node =
        switch (event) {
          case MappingStartEvent _ -> mapping(where, depth);
          case SequenceStartEvent _ -> sequence(where, depth);
          case ScalarEvent scalar -> new Scalar(where, scalar.getValue(), type(scalar));
          default -> throw new MalformedTextException(where, "is no value: " + event.getEventId());
        };
    Optional<Anchor> anchor = ((NodeEvent) event).getAnchor();
    anchor.ifPresent(name -> anchors.put(name, node));
    return node;
  }

  private Mapping mapping(Location where, int depth) {
    var entries = new ArrayList<Entry>();
    var merged = new ArrayList<Entry>();
    for (Event event = events.next(); !(event instanceof MappingEndEvent); event = events.next()) {
      Location keyWhere = at(event);
      if (!(node(event, depth + 1) instanceof Scalar key)) {
        throw new MalformedTextException(keyWhere, "is no key: a key must be a single value");
      }
      SourceNode value = node(events.next(), depth + 1);
      if (key.text().equals("<<")) {
        merge(value, merged);
      } else {
        entries.add(new Entry(keyWhere, key.text(), value));
      }
    }
    if (merged.isEmpty()) {
      return new Mapping(where, entries);
    }
    // What the object states itself goes before what it merges in.
    var own = new Mapping(where, entries).keys();
    merged.removeIf(entry -> own.contains(entry.key()));
    merged.addAll(entries);
    return new Mapping(where, merged);
  }

  private static void merge(SourceNode value, List<Entry> into) {
    switch (value) {
      case Mapping mapping -> into.addAll(mapping.entries());
      case Sequence sequence -> sequence.items().reversed().forEach(item -> merge(item, into));
      case Scalar scalar ->
          throw new MalformedTextException(
              scalar.where(), scalar.found() + " must be an object to merge in");
    }
  }

  private Sequence sequence(Location where, int depth) {
    var items = new ArrayList<SourceNode>();
    for (Event event = events.next(); !(event instanceof SequenceEndEvent); event = events.next()) {
      items.add(node(event, depth + 1));
    }
    return new Sequence(where, items);
  }

  private static ScalarType type(ScalarEvent scalar) {
    if (scalar.getTag().isPresent()) {
      String tag = scalar.getTag().get();
      return tag.endsWith(":str") || tag.equals("!")
          ? ScalarType.TEXT
          : ScalarType.ofPlain(scalar.getValue());
    }
    return scalar.getScalarStyle() == ScalarStyle.PLAIN
        ? ScalarType.ofPlain(scalar.getValue())
        : ScalarType.TEXT;
  }

  private static long size(SourceNode node) {
    return switch (node) {
      case Scalar _ -> 1;
      case Sequence sequence -> 1 + sequence.items().stream().mapToLong(SourceParser::size).sum();
      case Mapping mapping ->
          1 + mapping.entries().stream().mapToLong(entry -> 1 + size(entry.value())).sum();
    };
  }

  private MalformedTextException tooLarge(Location where) {
    return new MalformedTextException(
        where, "holds more than (%d) values once its aliases are unfolded".formatted(MAX_NODES));
  }

  private Location at(Event event) {
    return event
        .getStartMark()
        .map(mark -> new Location(file, mark.getLine() + 1, mark.getColumn() + 1))
        .orElse(Location.of(file));
  }
}
