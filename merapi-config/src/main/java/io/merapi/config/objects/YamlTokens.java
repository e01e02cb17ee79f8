package io.merapi.config.objects;

import io.merapi.config.objects.YamlEvents.Recording;
import io.merapi.config.source.Location;
import io.merapi.config.source.MalformedTextException;
import io.merapi.config.source.PlainScalar;
import io.merapi.config.source.YamlParser;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.YamlUnicodeReader;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.ScalarEvent;

/**
 * YAML as tokens, streamed: of the documents nothing is held but the current token, the names of
 * the fields in the objects around it, and the nodes that have an anchor.
 *
 * <p>Scalars mean what they mean to Kubernetes ({@link PlainScalar}), and a field given twice is
 * refused. The fields that a merge key ({@code <<}) adds come after the object's own, without those
 * that its own fields after the key override. A field that stands before the key is overridden by
 * it, and so comes once more, with the value that counts.
 */
public final class YamlTokens implements Tokens {

  // From here on a number is written with an exponent, as Go does.
  private static final double PLAIN_LIMIT = 1e21;
  // A set that once held many names would make clearing it slow for every later object.
  private static final int MAX_REUSED = 64;

  private final YamlEvents events;
  private final Allowance allowance = new Allowance();
  private final List<Level> levels = new ArrayList<>();
  private int depth;
  private Token current = Token.NULL;
  private String text = "";
  private @Nullable Event event;

  public YamlTokens(String file, InputStream in) {
    this(file, new YamlUnicodeReader(in));
  }

  public YamlTokens(String file, String text) {
    this(file, new StringReader(text));
  }

  private YamlTokens(String file, Reader text) {
    this.events = new YamlEvents(file, text);
  }

  /**
   * An object to merge in.
   *
   * @param after how many fields stand before the merge key
   */
  private record Merge(Recording source, int after) {}

  /** An object or list that is open. */
  private static final class Level {

    /** The place of a field that nothing overrides any more. */
    private static final int SETTLED = Integer.MAX_VALUE;

    private boolean object;
    private boolean valueIsNext;
    private @Nullable Merge merging;
    // The fields given so far, with the place at which the object gives them itself.
    private Map<String, Integer> fields = new HashMap<>();
    private final Deque<Merge> merges = new ArrayDeque<>();

    void open(boolean isObject) {
      object = isObject;
      valueIsNext = false;
      merging = null;
      if (fields.size() > MAX_REUSED) {
        fields = new HashMap<>();
      } else {
        fields.clear();
      }
      merges.clear();
    }

    /** Takes a field; false where one that was given before counts and not this one. */
    boolean give(String field) {
      if (merging == null) {
        return fields.putIfAbsent(field, fields.size()) == null;
      }
      Integer place = fields.put(field, SETTLED);
      return place == null || place < merging.after();
    }

    /** Takes the objects of one merge key, of which the first wins. */
    void add(List<Recording> sources) {
      // What stands later wins over what stands before it, so the last key's objects go first. An
      // object that is being merged gives its own fields before those that it merges itself.
      int after = merging == null ? fields.size() : merging.after();
      for (Recording source : sources.reversed()) {
        merges.addFirst(new Merge(source, after));
      }
    }
  }

  @Override
  public Token next() {
    current = depth == 0 ? root() : inside(levels.get(depth - 1));
    return current;
  }

  @Override
  public Token current() {
    return current;
  }

  @Override
  public String text() {
    return text;
  }

  @Override
  public String spelling() {
    return event instanceof ScalarEvent scalar ? scalar.getValue() : text;
  }

  @Override
  public int depth() {
    return depth;
  }

  @Override
  public void startAllowance() {
    allowance.start();
  }

  @Override
  public Location location() {
    return events.at(event);
  }

  private Token root() {
    while (true) {
      Event found = nextEvent();
      switch (found.getEventId()) {
        case StreamEnd -> {
          return Token.END;
        }
        case DocumentStart -> {
          events.startDocument();
          allowance.start();
        }
        case StreamStart, DocumentEnd, Comment -> {}
        case Alias, Scalar, SequenceStart, MappingStart, SequenceEnd, MappingEnd -> {
          return value(found);
        }
      }
    }
  }

  private Token inside(Level level) {
    if (level.object && !level.valueIsNext) {
      return field(level);
    }
    level.valueIsNext = false;
    return value(nextEvent());
  }

  private Token field(Level level) {
    while (true) {
      Event found = nextEvent();
      if (found.getEventId() == Event.ID.MappingEnd) {
        level.merging = level.merges.poll();
        if (level.merging == null) {
          depth--;
          return Token.END_OBJECT;
        }
        events.replay(level.merging.source());
        events.next();
      } else if (!(found instanceof ScalarEvent name)) {
        throw malformed("(an object or a list) must not be the name of a field");
      } else if (YamlParser.isMergeKey(name)) {
        addMerges(level);
      } else {
        text = fieldName(name);
        if (level.give(text)) {
          level.valueIsNext = true;
          return Token.FIELD;
        }
        if (level.merging == null) {
          throw malformed("field (%s) must not be given twice in one object".formatted(text));
        }
        events.skip();
      }
    }
  }

  private void addMerges(Level level) {
    Recording node = events.take();
    List<Recording> sources =
        node.kind() == Event.ID.SequenceStart ? events.items(node) : List.of(node);
    for (Recording source : sources) {
      if (source.kind() != Event.ID.MappingStart) {
        throw malformed("<< must be given an object or a list of objects");
      }
    }
    level.add(sources);
  }

  private String fieldName(ScalarEvent name) {
    return switch (scalar(name)) {
      case TEXT, NUMBER, FLAG -> text;
      default -> throw malformed("(null) must not be the name of a field");
    };
  }

  private Token value(Event found) {
    return switch (found.getEventId()) {
      case MappingStart -> open(true);
      case SequenceStart -> open(false);
      case SequenceEnd -> {
        depth--;
        yield Token.END_LIST;
      }
      case Scalar -> scalar((ScalarEvent) found);
      case Alias, Comment, DocumentEnd, DocumentStart, MappingEnd, StreamEnd, StreamStart ->
          throw new IllegalStateException("no value can be a " + found);
    };
  }

  private Token open(boolean object) {
    if (depth == Allowance.MAX_DEPTH) {
      throw Allowance.tooDeep(location());
    }
    if (depth == levels.size()) {
      levels.add(new Level());
    }
    levels.get(depth++).open(object);
    return object ? Token.START_OBJECT : Token.START_LIST;
  }

  private Token scalar(ScalarEvent scalar) {
    text = scalar.getValue();
    if (!allowance.covers(text.length())) {
      throw Allowance.tooLarge(location());
    }
    PlainScalar meaning = events.meaning(scalar);
    return switch (meaning.type()) {
      case TEXT -> Token.TEXT;
      case FLAG -> meaning(Token.FLAG, String.valueOf(meaning.value()));
      case NULL -> meaning(Token.NULL, "null");
      case INTEGER -> meaning(Token.NUMBER, String.valueOf(meaning.value()));
      case NUMBER -> meaning(Token.NUMBER, json(scalar, meaning));
    };
  }

  private Token meaning(Token token, String meant) {
    text = meant;
    return token;
  }

  /** A number as JSON writes it, since Kubernetes turns YAML into JSON before it reads it. */
  private String json(ScalarEvent scalar, PlainScalar meaning) {
    if (!(meaning.value() instanceof Double value) || !Double.isFinite(value)) {
      throw malformed("(%s) must be a finite number".formatted(scalar.getValue()));
    }
    return Math.abs(value) < PLAIN_LIMIT
        ? new BigDecimal(Double.toString(value)).stripTrailingZeros().toPlainString()
        : Double.toString(value);
  }

  private Event nextEvent() {
    Event found = events.next();
    event = found;
    if (!allowance.covers(0)) {
      throw Allowance.tooLarge(location());
    }
    return found;
  }

  private MalformedTextException malformed(String message) {
    return new MalformedTextException(location(), message);
  }
}
