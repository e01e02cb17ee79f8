package io.merapi.config.objects;

import io.merapi.config.objects.PlainScalars.Scalar;
import io.merapi.config.objects.YamlEvents.Recording;
import io.merapi.config.source.Location;
import io.merapi.config.source.MalformedTextException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.YamlUnicodeReader;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.ScalarEvent;

/**
 * YAML as tokens, streamed: of the documents nothing is held but the current token, the names of
 * the fields in the objects around it, and the nodes that have an anchor.
 *
 * <p>Scalars mean what they mean to Kubernetes ({@link PlainScalars}), and a field given twice is
 * refused. A merge key ({@code <<}) adds the fields that the object does not have itself; they come
 * after its own.
 */
public final class YamlTokens implements Tokens {

  private static final String TAG_PREFIX = "tag:yaml.org,2002:";
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

  /** An object or list that is open. */
  private static final class Level {

    private boolean object;
    private boolean valueIsNext;
    private boolean merging;
    private Set<String> fields = new HashSet<>();
    private final Deque<Recording> merges = new ArrayDeque<>();

    void open(boolean isObject) {
      object = isObject;
      valueIsNext = false;
      merging = false;
      if (fields.size() > MAX_REUSED) {
        fields = new HashSet<>();
      } else {
        fields.clear();
      }
      merges.clear();
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
  public void skipChildren() {
    if (current != Token.START_OBJECT && current != Token.START_LIST) {
      return;
    }
    int outside = depth - 1;
    while (depth > outside) {
      next();
    }
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
        Recording more = level.merges.poll();
        if (more == null) {
          depth--;
          return Token.END_OBJECT;
        }
        level.merging = true;
        events.replay(more);
        events.next();
      } else if (!(found instanceof ScalarEvent name)) {
        throw malformed("(an object or a list) must not be the name of a field");
      } else if (isMergeKey(name)) {
        addMerges(level);
      } else {
        text = fieldName(name);
        if (level.fields.add(text)) {
          level.valueIsNext = true;
          return Token.FIELD;
        }
        if (!level.merging) {
          throw malformed("field (%s) must not be given twice in one object".formatted(text));
        }
        events.skip();
      }
    }
  }

  private static boolean isMergeKey(ScalarEvent name) {
    return name.isPlain() && name.getValue().equals("<<") && name.getTag().isEmpty();
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
    // What an object that is being merged merges itself goes before the sources after it.
    if (level.merging) {
      sources.reversed().forEach(level.merges::addFirst);
    } else {
      level.merges.addAll(sources);
    }
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
    @Nullable String tag = scalar.getTag().orElse(null);
    if (tag == null) {
      return scalar.isPlain() ? meaning(resolve()) : Token.TEXT;
    }
    return switch (tag) {
      case TAG_PREFIX + "bool" -> tagged(Token.FLAG, "true or false");
      case TAG_PREFIX + "int", TAG_PREFIX + "float" -> tagged(Token.NUMBER, "a number");
      case TAG_PREFIX + "null" -> tagged(Token.NULL, "null");
      case TAG_PREFIX + "binary" ->
          throw malformed("(!!binary) must not be used: no field of an object is read from it");
      default -> Token.TEXT;
    };
  }

  private Token meaning(@Nullable Scalar scalar) {
    if (scalar == null) {
      return Token.TEXT;
    }
    text = scalar.text();
    return scalar.token();
  }

  private Token tagged(Token expected, String description) {
    if (meaning(resolve()) != expected) {
      throw malformed("(%s) must be %s, as its tag says".formatted(text, description));
    }
    return expected;
  }

  private @Nullable Scalar resolve() {
    try {
      return PlainScalars.resolve(text);
    } catch (IllegalArgumentException e) {
      throw malformed(String.valueOf(e.getMessage()));
    }
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
