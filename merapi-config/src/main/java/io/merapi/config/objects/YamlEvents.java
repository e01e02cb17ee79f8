package io.merapi.config.objects;

import io.merapi.config.source.Location;
import io.merapi.config.source.MalformedTextException;
import io.merapi.config.source.PlainScalar;
import io.merapi.config.source.YamlParser;
import java.io.Reader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;

/**
 * The parser's events with aliases replaced by what they stand for.
 *
 * <p>Nodes with an anchor are recorded as they pass and replayed at each alias. Both are bounded
 * per document: a text of a few lines can otherwise stand for billions of events.
 */
final class YamlEvents {

  private static final int MAX_RECORDED = 100_000;
  private static final int MAX_REPLAYED = 100_000;

  private final YamlParser parser;
  private final Map<String, Recording> anchors = new HashMap<>();
  private final List<Recording> open = new ArrayList<>();
  private final Deque<Replay> replays = new ArrayDeque<>();
  private int recorded;
  private int replayed;

  YamlEvents(String file, Reader text) {
    this.parser = new YamlParser(file, text, Allowance.MAX_SCALAR);
  }

  /** The events of one node; an alias inside it carries the node that it stood for. */
  static final class Recording {

    private final List<Step> steps = new ArrayList<>();

    /** Empty for a node that was taken out of the stream. */
    private final String anchor;

    private int depth;

    Recording(String anchor) {
      this.anchor = anchor;
    }

    Event.ID kind() {
      return steps.getFirst().event.getEventId();
    }
  }

  private record Step(Event event, @Nullable Recording target) {}

  private static final class Replay {

    private final Recording recording;
    private int next;

    Replay(Recording recording) {
      this.recording = recording;
    }
  }

  /** The next event; never an alias. */
  Event next() {
    Step step = step();
    while (step.target != null) {
      replay(step.target);
      step = step();
    }
    return step.event;
  }

  /** Lets the node's events come next. */
  void replay(Recording recording) {
    replays.push(new Replay(recording));
  }

  /** Takes the next node out of the stream. */
  Recording take() {
    Step step = step();
    return step.target != null ? step.target : rest(step);
  }

  /** The nodes of the list that the recording holds. */
  List<Recording> items(Recording list) {
    var items = new ArrayList<Recording>();
    replay(list);
    step();
    for (Step step = step(); step.event.getEventId() != Event.ID.SequenceEnd; step = step()) {
      items.add(step.target != null ? step.target : rest(step));
    }
    return items;
  }

  /** Passes over the next node. */
  void skip() {
    int depth = 0;
    do {
      depth += nesting(step().event);
    } while (depth > 0);
  }

  /** Forgets the anchors, which do not reach beyond their document. */
  void startDocument() {
    anchors.clear();
    open.clear();
    recorded = 0;
    replayed = 0;
  }

  Location at(@Nullable Event event) {
    return parser.at(event);
  }

  /** What a scalar means. */
  PlainScalar meaning(ScalarEvent scalar) {
    return parser.meaning(scalar);
  }

  private Recording rest(Step first) {
    var node = new Recording("");
    add(node, first);
    while (node.depth > 0) {
      add(node, step());
    }
    return node;
  }

  private Step step() {
    Replay top = replays.peek();
    if (top == null) {
      Event event = parser.next();
      return record(new Step(event, event instanceof AliasEvent alias ? target(alias) : null));
    }
    Step step = top.recording.steps.get(top.next++);
    if (top.next == top.recording.steps.size()) {
      replays.pop();
    }
    if (++replayed > MAX_REPLAYED) {
      throw new MalformedTextException(
          at(step.event), "aliases must not stand for more than %d values".formatted(MAX_REPLAYED));
    }
    return step;
  }

  private Recording target(AliasEvent alias) {
    String name = alias.getAlias().getValue();
    for (Recording node : open) {
      if (name.equals(node.anchor)) {
        throw new MalformedTextException(
            at(alias), "alias (*%s) must not stand inside its own anchor".formatted(name));
      }
    }
    Recording target = anchors.get(name);
    if (target == null) {
      throw new MalformedTextException(
          at(alias), "alias (*%s) must follow an anchor &%1$s".formatted(name));
    }
    return target;
  }

  private Step record(Step step) {
    for (int i = open.size() - 1; i >= 0; i--) {
      Recording node = open.get(i);
      add(node, step);
      if (node.depth == 0) {
        open.remove(i);
        anchors.put(node.anchor, node);
      }
    }
    if (step.target == null && step.event instanceof NodeEvent start) {
      start.getAnchor().ifPresent(anchor -> begin(anchor.getValue(), step));
    }
    return step;
  }

  private void begin(String anchor, Step step) {
    var node = new Recording(anchor);
    add(node, step);
    if (node.depth == 0) {
      anchors.put(anchor, node);
    } else {
      open.add(node);
    }
  }

  private void add(Recording node, Step step) {
    if (++recorded > MAX_RECORDED) {
      throw new MalformedTextException(
          at(step.event), "anchors must not hold more than %d values".formatted(MAX_RECORDED));
    }
    node.steps.add(step);
    node.depth += nesting(step.event);
  }

  private static int nesting(Event event) {
    return switch (event.getEventId()) {
      case MappingStart, SequenceStart -> 1;
      case MappingEnd, SequenceEnd -> -1;
      case Alias, Comment, DocumentEnd, DocumentStart, Scalar, StreamEnd, StreamStart -> 0;
    };
  }
}
