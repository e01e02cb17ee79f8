package io.merapi.config.objects;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.meta.Labels;
import io.merapi.api.resource.Quantity;
import io.merapi.api.resource.ResourceList;
import io.merapi.config.source.Location;
import io.merapi.config.source.Problem;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Walks one object field by field and reads values of the types that objects have.
 *
 * <p>The pattern of every reader: {@code enterObject}, then {@code nextField} until it answers
 * null, and for each field either a value accessor or {@link #skip}. A null in the text stands for
 * absence everywhere, as in Kubernetes. A value of the wrong type raises {@link
 * MalformedObjectException} with the field's path and place.
 */
public final class ObjectCursor {

  private final Tokens tokens;
  private final Interner interner;
  private final String defaultNamespace;
  private final FieldPath path = new FieldPath();

  /** A cursor over the value at the current token of the source. */
  public ObjectCursor(Tokens tokens) {
    this(tokens, new Interner(), "");
  }

  private ObjectCursor(Tokens tokens, Interner interner, String defaultNamespace) {
    this.tokens = tokens;
    this.interner = interner;
    this.defaultNamespace = defaultNamespace;
  }

  /**
   * A cursor inside an object, some fields of which may have been read already.
   *
   * @param interner shares equal parts with what was read through it before
   * @param defaultNamespace the namespace of an object that names none
   */
  static ObjectCursor inside(Tokens tokens, Interner interner, String defaultNamespace) {
    var cursor = new ObjectCursor(tokens, interner, defaultNamespace);
    cursor.path.enter();
    return cursor;
  }

  /** Enters an object; false, with nothing entered, where the value is null. */
  public boolean enterObject() {
    if (tokens.current() == Tokens.Token.NULL) {
      return false;
    }
    expect(Tokens.Token.START_OBJECT, "an object");
    path.enter();
    return true;
  }

  /**
   * Moves to the next field and on to its value; null at the end of the object, which it leaves.
   */
  public @Nullable String nextField() {
    if (tokens.next() == Tokens.Token.END_OBJECT) {
      path.leave();
      return null;
    }
    String name = tokens.text();
    path.atField(name);
    tokens.next();
    return name;
  }

  /** Enters a list; false, with nothing entered, where the value is null. */
  public boolean enterList() {
    if (tokens.current() == Tokens.Token.NULL) {
      return false;
    }
    expect(Tokens.Token.START_LIST, "a list");
    path.enter();
    return true;
  }

  /** Moves to the next item; false at the end of the list, which it leaves. */
  public boolean nextItem() {
    if (tokens.next() == Tokens.Token.END_LIST) {
      path.leave();
      return false;
    }
    path.atNextItem();
    return true;
  }

  /** Passes over the current value. */
  public void skip() {
    tokens.skipChildren();
  }

  /** The current value as it is, for whoever understands it; empty for null. */
  String json() {
    Object tree = TokenTree.read(tokens);
    return tree == null ? "" : interner.text(ObjectWriter.value(tree));
  }

  public boolean isNull() {
    return tokens.current() == Tokens.Token.NULL;
  }

  /** Whether the value has fields. */
  boolean isObject() {
    return tokens.current() == Tokens.Token.START_OBJECT;
  }

  /** Whether the value is a number; some fields take a number or a string. */
  public boolean isNumber() {
    return tokens.current() == Tokens.Token.NUMBER;
  }

  /** A string; empty where the value is null. */
  public String text() {
    String text = textOrNull();
    return text == null ? "" : text;
  }

  /** A string that many objects have in common, such as a namespace or an image. */
  public String sharedText() {
    return interner.text(text());
  }

  String defaultNamespace() {
    return defaultNamespace;
  }

  /** The same value, or an equal one read before. */
  <T> T shared(T value) {
    return interner.part(value);
  }

  /** The same value, or an equal one read before; for values that make up most of an object. */
  <T> T sharedSpec(T value) {
    return interner.spec(value);
  }

  public @Nullable String textOrNull() {
    if (isNull()) {
      return null;
    }
    expect(Tokens.Token.TEXT, "a string");
    return tokens.text();
  }

  /** A flag; false where the value is null. */
  public boolean flag() {
    return Boolean.TRUE.equals(flagOrNull());
  }

  public @Nullable Boolean flagOrNull() {
    if (isNull()) {
      return null;
    }
    expect(Tokens.Token.FLAG, "true or false");
    return tokens.text().equals("true");
  }

  /** A whole number of 32 bits; 0 where the value is null. */
  public int int32() {
    Integer number = int32OrNull();
    return number == null ? 0 : number;
  }

  public @Nullable Integer int32OrNull() {
    Long number = int64OrNull();
    if (number == null) {
      return null;
    }
    if (number != number.intValue()) {
      throw malformed("(%d) must fit into 32 bits".formatted(number));
    }
    return number.intValue();
  }

  /** A whole number; 0 where the value is null. */
  public long int64() {
    Long number = int64OrNull();
    return number == null ? 0 : number;
  }

  public @Nullable Long int64OrNull() {
    if (isNull()) {
      return null;
    }
    expect(Tokens.Token.NUMBER, "a whole number");
    try {
      return Long.valueOf(tokens.text());
    } catch (NumberFormatException _) {
      throw malformed(
          "(%s) must be a whole number of 64 bits".formatted(Problem.abbreviated(tokens.text())));
    }
  }

  /** A number, with or without a fraction; 0 where the value is null. */
  public double number() {
    if (isNull()) {
      return 0;
    }
    expect(Tokens.Token.NUMBER, "a number");
    return Double.parseDouble(tokens.text());
  }

  /**
   * The text of a value that may be written as a string or as a number.
   *
   * @param expected what complaints say about any other value
   */
  String textOrNumber(String expected) {
    if (tokens.current() != Tokens.Token.TEXT && tokens.current() != Tokens.Token.NUMBER) {
      throw malformed("%s must be %s".formatted(found(), expected));
    }
    return tokens.text();
  }

  /** A length of time such as 90s, 1h30m or 2d. */
  public @Nullable Duration duration() {
    String text = textOrNull();
    if (text == null) {
      return null;
    }
    Duration duration = SimulatedDuration.parse(text);
    if (duration == null) {
      throw malformed(
          "(%s) must be a duration such as 90s, 1h30m or 2d".formatted(Problem.abbreviated(text)));
    }
    return duration;
  }

  /** An object that names its kind. */
  ClusterObject object() {
    var found = new ArrayList<ClusterObject>();
    new ObjectReader(interner, defaultNamespace)
        .read(
            tokens,
            new ObjectSink() {
              @Override
              public void object(ClusterObject object, Location where) {
                found.add(object);
              }

              @Override
              public void skipped(String group, String kindName) {
                throw ObjectCursor.this.malformed(
                    "(%s) is a kind that is not known here".formatted(kindName));
              }

              @Override
              public void malformed(MalformedObjectException complaint) {
                throw complaint;
              }
            });
    if (found.size() != 1) {
      throw malformed("must be one object");
    }
    return found.getFirst();
  }

  /** The complaint about a field that nothing reads; for objects that only this program has. */
  MalformedObjectException unknownField(String... known) {
    return malformed("is not known here; known are " + String.join(", ", known));
  }

  /** A time as RFC 3339 writes it. */
  public @Nullable Instant time() {
    String text = textOrNull();
    if (text == null) {
      return null;
    }
    try {
      return interner.time(Times.parse(text));
    } catch (DateTimeException _) {
      throw malformed(
          "(%s) must be a time such as 2030-01-31T12:00:00Z".formatted(Problem.abbreviated(text)));
    }
  }

  /** A quantity, written as a string or as a number. */
  public @Nullable Quantity quantity() {
    if (isNull()) {
      return null;
    }
    try {
      // Kubernetes trims what it reads from JSON before it parses the quantity.
      return Quantity.parse(textOrNumber("a quantity such as 500m or 2Gi").strip());
    } catch (IllegalArgumentException _) {
      throw malformed(
          "(%s) must be a quantity such as 500m or 2Gi"
              .formatted(Problem.abbreviated(tokens.text())));
    }
  }

  /** An object of strings. */
  public Labels labels() {
    Map<String, String> entries = entries(ObjectCursor::sharedText);
    return entries.isEmpty() ? Labels.EMPTY : interner.part(Labels.of(entries));
  }

  /** An object of strings, many of which differ from object to object. */
  Labels annotations() {
    Map<String, String> entries = entries(cursor -> cursor.interner.annotation(cursor.text()));
    return entries.isEmpty() ? Labels.EMPTY : Labels.of(entries);
  }

  /** An object of quantities. */
  public ResourceList resources() {
    Map<String, Quantity> amounts =
        entries(cursor -> {
          Quantity amount = cursor.quantity();
          return amount == null ? Quantity.ZERO : amount;
        });
    return amounts.isEmpty() ? ResourceList.EMPTY : interner.part(new ResourceList(amounts));
  }

  /** A list of strings. */
  public List<String> texts() {
    return list(ObjectCursor::text);
  }

  /** A list, each item read by the given reader. */
  public <T> List<T> list(Function<ObjectCursor, T> item) {
    if (!enterList()) {
      return List.of();
    }
    var items = new ArrayList<T>();
    while (nextItem()) {
      items.add(item.apply(this));
    }
    return items.isEmpty() ? List.of() : items;
  }

  /** An object used as a map, each value read by the given reader; sorted by key. */
  public <T> Map<String, T> entries(Function<ObjectCursor, T> value) {
    if (!enterObject()) {
      return Map.of();
    }
    var entries = new TreeMap<String, T>();
    for (String key = nextField(); key != null; key = nextField()) {
      entries.put(interner.text(key), value.apply(this));
    }
    return entries;
  }

  /** The complaint about the current value; the message starts with the value in brackets. */
  public MalformedObjectException malformed(String message) {
    return new MalformedObjectException(tokens.location(), path.toString(), message);
  }

  /** The path of the current value. */
  public String path() {
    return path.toString();
  }

  private void expect(Tokens.Token token, String expected) {
    if (tokens.current() != token) {
      throw malformed("%s must be %s".formatted(found(), expected));
    }
  }

  private String found() {
    return found(tokens);
  }

  /** The value at the source's current token as complaints name it. */
  static String found(Tokens tokens) {
    return switch (tokens.current()) {
      case START_OBJECT -> "(an object)";
      case START_LIST -> "(a list)";
      case TEXT -> "(\"%s\")".formatted(Problem.abbreviated(tokens.text()));
      case NUMBER, FLAG, FIELD -> meaning(tokens);
      case NULL -> "(null)";
      case END, END_OBJECT, END_LIST -> "(nothing)";
    };
  }

  /** Says what YAML makes of words such as {@code no}, which surprises everybody once. */
  private static String meaning(Tokens tokens) {
    String meaning = Problem.abbreviated(tokens.text());
    String spelling = Problem.abbreviated(tokens.spelling());
    return spelling.equals(meaning)
        ? "(%s)".formatted(meaning)
        : "(%s, read as %s)".formatted(spelling, meaning);
  }
}
