package io.merapi.config.source;

import java.io.IOException;
import java.io.Reader;
import java.util.Iterator;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/**
 * The events of a YAML text, streamed. Whatever is wrong with the text comes out as a {@link
 * MalformedTextException}.
 */
public final class YamlParser {

  private static final String TAG_PREFIX = "tag:yaml.org,2002:";

  // The parser's own limit counts a whole document, and a dump is one document of any size; the
  // limit here is per value instead. Its buffer is copied whenever a value outgrows it, so the
  // usual 1 KiB would make long lines slow.
  private static final LoadSettings SETTINGS =
      LoadSettings.builder().setCodePointLimit(Integer.MAX_VALUE).setBufferSize(16 << 10).build();

  private final String file;
  private final UnaryOperator<Location> places;
  private final GuardedReader source;
  private final Iterator<Event> parser;
  private @Nullable Event last;

  /**
   * @param longest characters that one value may have
   */
  public YamlParser(String file, Reader text, int longest) {
    this(file, text, longest, UnaryOperator.identity());
  }

  /**
   * @param places from places in the text to those that are reported
   */
  YamlParser(String file, Reader text, int longest, UnaryOperator<Location> places) {
    this.file = file;
    this.places = places;
    this.source = new GuardedReader(text, longest);
    this.parser = new ParserImpl(SETTINGS, new StreamReader(SETTINGS, source));
  }

  /** Whether there is another event; false after the end of the text. */
  public boolean hasNext() {
    return last == null || last.getEventId() != Event.ID.StreamEnd;
  }

  /** The next event. */
  public Event next() {
    try {
      Event event = parser.next();
      source.startValue();
      last = event;
      return event;
    } catch (TooLongException e) {
      throw MalformedTextException.tooLong(lastPlace(), source.longest);
    } catch (MarkedYamlEngineException e) {
      Location where = e.getProblemMark().isPresent() ? at(e.getProblemMark()) : lastPlace();
      throw new MalformedTextException(where, message(e.getContext(), e.getProblem()));
    } catch (ReaderException e) {
      throw new MalformedTextException(
          lastPlace(), "the character U+%04X must not stand in YAML".formatted(e.getCodePoint()));
    } catch (RuntimeException e) {
      // Besides its own exceptions the parser lets others out on some malformed texts, such as one
      // for an escape beyond the last code point.
      throw new MalformedTextException(lastPlace(), message(null, rootMessage(e)));
    }
  }

  public Location at(@Nullable Event event) {
    return event == null ? Location.of(file) : at(event.getStartMark());
  }

  /** Whether the scalar, as a key, merges other objects into the one that it stands in. */
  public static boolean isMergeKey(ScalarEvent key) {
    return key.getValue().equals("<<")
        && key.getTag().map(tag -> tag.equals(TAG_PREFIX + "merge")).orElse(key.isPlain());
  }

  /**
   * What a scalar means, by its tag and its quotes.
   *
   * @throws MalformedTextException if it is not what its tag says
   */
  public PlainScalar meaning(ScalarEvent scalar) {
    @Nullable String tag = scalar.getTag().orElse(null);
    if (tag == null) {
      return scalar.isPlain() ? PlainScalar.of(scalar.getValue()) : PlainScalar.TEXT;
    }
    return switch (tag) {
      case TAG_PREFIX + "bool" -> tagged(scalar, ScalarType.FLAG, "true or false");
      case TAG_PREFIX + "int" -> tagged(scalar, ScalarType.INTEGER, "a number");
      case TAG_PREFIX + "float" -> number(scalar);
      case TAG_PREFIX + "null" -> tagged(scalar, ScalarType.NULL, "null");
      case TAG_PREFIX + "binary" ->
          throw new MalformedTextException(
              at(scalar), "(!!binary) must not be used: no field of an object is read from it");
      default -> PlainScalar.TEXT;
    };
  }

  private PlainScalar number(ScalarEvent scalar) {
    PlainScalar meaning = PlainScalar.of(scalar.getValue());
    return meaning.value() instanceof Number number
        ? new PlainScalar(ScalarType.NUMBER, number.doubleValue())
        : tagged(scalar, ScalarType.NUMBER, "a number");
  }

  private PlainScalar tagged(ScalarEvent scalar, ScalarType expected, String description) {
    PlainScalar meaning = PlainScalar.of(scalar.getValue());
    if (meaning.type() != expected) {
      throw new MalformedTextException(
          at(scalar),
          "(%s) must be %s, as its tag says"
              .formatted(Problem.abbreviated(scalar.getValue()), description));
    }
    return meaning;
  }

  private static String message(@Nullable String context, @Nullable String problem) {
    String what = problem == null ? "the text is not YAML" : problem;
    return context == null ? what : context + ", " + what;
  }

  private static @Nullable String rootMessage(Throwable e) {
    Throwable cause = e.getCause();
    return cause == null ? e.getMessage() : rootMessage(cause);
  }

  private Location lastPlace() {
    return last == null ? Location.of(file) : at(last.getEndMark());
  }

  private Location at(Optional<Mark> mark) {
    return mark.map(
            place -> places.apply(new Location(file, place.getLine() + 1, place.getColumn() + 1)))
        .orElseGet(() -> Location.of(file));
  }

  /** Stops a value that does not end: the parser would gather all of it before it tells. */
  private static final class GuardedReader extends Reader {

    private final Reader in;
    private final int longest;
    private int sinceEvent;

    GuardedReader(Reader in, int longest) {
      this.in = in;
      this.longest = longest;
    }

    void startValue() {
      sinceEvent = 0;
    }

    @Override
    public int read(char[] buffer, int start, int length) throws IOException {
      if (sinceEvent > longest) {
        throw new TooLongException();
      }
      // Filled as far as it goes: the parser copies all of a long value with each piece it gets.
      int count = 0;
      while (count < length) {
        int more = in.read(buffer, start + count, length - count);
        if (more < 0) {
          break;
        }
        count += more;
      }
      sinceEvent += count;
      return count == 0 ? -1 : count;
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }

  private static final class TooLongException extends RuntimeException {}
}
