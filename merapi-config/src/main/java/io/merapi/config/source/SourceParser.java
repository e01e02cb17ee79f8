package io.merapi.config.source;

import io.merapi.config.source.SourceNode.Entry;
import io.merapi.config.source.SourceNode.Mapping;
import io.merapi.config.source.SourceNode.Scalar;
import io.merapi.config.source.SourceNode.Sequence;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingEndEvent;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceEndEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;

/**
 * Reads a configuration file, YAML or JSON, into a {@link SourceNode} tree.
 *
 * <p>An alias shares the node of its anchor, so the tree takes no more memory than the text; what
 * it would unfold to is bounded all the same, because readers walk it. The bounds leave room for
 * all that a chart renders to around the one ConfigMap that matters.
 */
public final class SourceParser {

  private static final int MAX_DEPTH = 100;
  private static final long MAX_NODES = 200_000;
  private static final int MAX_TEXT = 4 << 20;

  private final YamlParser events;
  private final Map<Anchor, SourceNode> anchors = new HashMap<>();
  private long nodes;

  private SourceParser(YamlParser events) {
    this.events = events;
  }

  /**
   * Reads the documents of a text.
   *
   * @throws MalformedTextException if the first one is no YAML, or the text breaks a limit
   */
  public static SourceDocuments parse(String file, String text) {
    return parse(file, text, UnaryOperator.identity());
  }

  /**
   * Reads the documents of a text that stands inside another one.
   *
   * @param places from places in the text to those in the file around it
   * @throws MalformedTextException if the first one is no YAML, or the text breaks a limit
   */
  public static SourceDocuments parse(String file, String text, UnaryOperator<Location> places) {
    if (text.length() > MAX_TEXT) {
      throw new MalformedTextException(
          places.apply(Location.of(file)),
          "(%d characters) is more than a configuration file may have (%d)"
              .formatted(text.length(), MAX_TEXT));
    }
    var parser = new YamlParser(file, new StringReader(text), MAX_TEXT, places);
    return new SourceParser(parser).documents();
  }

  private SourceDocuments documents() {
    var documents = new ArrayList<SourceNode>();
    try {
      while (events.hasNext()) {
        if (events.next() instanceof DocumentStartEvent) {
          anchors.clear();
          SourceNode document = node(events.next(), 0);
          // A document is whole once its end is seen: more of a value may follow it otherwise.
          events.next();
          documents.add(document);
        }
      }
    } catch (MalformedTextException e) {
      if (documents.isEmpty()) {
        throw e;
      }
      return new SourceDocuments(documents, e);
    }
    return new SourceDocuments(documents, null);
  }

  private SourceNode node(Event event, int depth) {
    Location where = events.at(event);
    if (depth > MAX_DEPTH) {
      throw new MalformedTextException(
          where, "is nested deeper than (%d) levels".formatted(MAX_DEPTH));
    }
    count(1, where);
    if (event instanceof AliasEvent alias) {
      SourceNode shared = anchors.get(alias.getAlias());
      if (shared == null) {
        throw new MalformedTextException(
            where, "(*%s) names an anchor that does not exist".formatted(alias.getAlias()));
      }
      count(size(shared), where);
      return shared;
    }
    SourceNode node =
        switch (event) {
          case MappingStartEvent _ -> mapping(where, depth);
          case SequenceStartEvent _ -> sequence(where, depth);
          case ScalarEvent scalar ->
              new Scalar(where, scalar.getValue(), events.meaning(scalar).type());
          default -> throw new MalformedTextException(where, "is no value: " + event.getEventId());
        };
    ((NodeEvent) event).getAnchor().ifPresent(name -> anchors.put(name, node));
    return node;
  }

  private Mapping mapping(Location where, int depth) {
    var entries = new ArrayList<Entry>();
    for (Event event = events.next(); !(event instanceof MappingEndEvent); event = events.next()) {
      Location keyWhere = events.at(event);
      if (!(node(event, depth + 1) instanceof Scalar key)) {
        throw new MalformedTextException(keyWhere, "is no key: a key must be a single value");
      }
      Event value = events.next();
      if (event instanceof ScalarEvent scalar && YamlParser.isMergeKey(scalar)) {
        merge(node(value, depth + 1), value instanceof AliasEvent, entries);
      } else {
        entries.add(new Entry(keyWhere, key.text(), node(value, depth + 1)));
      }
    }
    return new Mapping(where, entries);
  }

  /**
   * Puts the entries of other objects where the merge key stands, as if they were written there:
   * the last of several equal keys counts. Of several objects in a list the first one wins.
   */
  private static void merge(SourceNode value, boolean alias, List<Entry> into) {
    switch (value) {
      case Mapping mapping ->
          mapping
              .entries()
              .forEach(
                  entry -> into.add(new Entry(entry.where(), entry.key(), entry.value(), true)));
      case Sequence list when !alias -> {
        for (SourceNode item : list.items().reversed()) {
          if (!(item instanceof Mapping)) {
            throw notMergeable(item);
          }
          merge(item, false, into);
        }
      }
      case Sequence _, Scalar _ -> throw notMergeable(value);
    }
  }

  private static MalformedTextException notMergeable(SourceNode value) {
    return new MalformedTextException(
        value.where(), value.found() + " must be an object to merge in");
  }

  private Sequence sequence(Location where, int depth) {
    var items = new ArrayList<SourceNode>();
    for (Event event = events.next(); !(event instanceof SequenceEndEvent); event = events.next()) {
      items.add(node(event, depth + 1));
    }
    return new Sequence(where, items);
  }

  private void count(long more, Location where) {
    nodes += more;
    if (nodes > MAX_NODES) {
      throw new MalformedTextException(
          where, "holds more than (%d) values once its aliases are unfolded".formatted(MAX_NODES));
    }
  }

  private static long size(SourceNode node) {
    return switch (node) {
      case Scalar _ -> 1;
      case Sequence sequence -> 1 + sequence.items().stream().mapToLong(SourceParser::size).sum();
      case Mapping mapping ->
          1 + mapping.entries().stream().mapToLong(entry -> 1 + size(entry.value())).sum();
    };
  }
}
