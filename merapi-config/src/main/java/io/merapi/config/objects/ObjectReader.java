package io.merapi.config.objects;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.config.objects.Tokens.Token;
import io.merapi.config.source.Location;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads objects from tokens, whatever their kind.
 *
 * <p>Where {@code apiVersion} and {@code kind} come first, as every API server and kubectl writes
 * them, the object is read as it streams by. Where they come after other fields, the object is held
 * until they are known. Lists are read item by item: {@code kind: List}, whose items name their
 * kinds, and typed lists such as {@code PodList}, whose items do not; it does not matter that
 * kubectl writes the kind of a list after its items.
 *
 * <p>One reader shares equal parts between all objects that it reads. Not safe for use by several
 * threads.
 */
public final class ObjectReader {

  /** How much is held of a list whose kind comes after items that do not name theirs. */
  private static final int MAX_HELD = 1_000_000;

  private static final String LIST = "List";

  private final Interner interner;
  private final String defaultNamespace;

  /** A reader that takes objects as they are written. */
  public ObjectReader() {
    this("");
  }

  /**
   * A reader that completes objects written by hand.
   *
   * @param defaultNamespace the namespace of objects that belong to one and do not say to which
   */
  public ObjectReader(String defaultNamespace) {
    this(new Interner(), defaultNamespace);
  }

  /** A reader of objects inside an object. */
  ObjectReader(Interner interner, String defaultNamespace) {
    this.interner = interner;
    this.defaultNamespace = defaultNamespace;
  }

  /** What an object says it is; null for what it has not said yet. */
  private static final class Type {

    private @Nullable String apiVersion;
    private @Nullable String kindName;

    boolean isComplete() {
      return apiVersion != null && kindName != null;
    }

    /** Whether it is a list if it has items. */
    boolean namesList() {
      return kindName != null && kindName.endsWith(LIST);
    }

    /** The type of a typed list's items; null where they have to name it themselves. */
    @Nullable Type ofItems() {
      if (kindName == null || !kindName.endsWith(LIST) || kindName.equals(LIST)) {
        return null;
      }
      var type = new Type();
      type.apiVersion = apiVersion;
      type.kindName = kindName.substring(0, kindName.length() - LIST.length());
      return type;
    }

    String apiVersion(Location where) {
      return required("apiVersion", apiVersion, where);
    }

    String kindName(Location where) {
      return required("kind", kindName, where);
    }

    private static String required(String field, @Nullable String value, Location where) {
      if (value == null || value.isEmpty()) {
        throw new MalformedObjectException(where, field, "must be given");
      }
      return value;
    }
  }

  /** An item held until its list says what it is; the tokens start after its opening. */
  private record Held(TokenBuffer tokens, Location where) {}

  /** The items held of one list. */
  private static final class Untyped {

    private final List<Held> items = new ArrayList<>();
    private int size;

    void add(Held item) {
      size += item.tokens.size();
      if (size > MAX_HELD) {
        throw new MalformedObjectException(
            item.where, "kind", "must be given here or before the items of so long a list");
      }
      items.add(item);
    }
  }

  /**
   * Reads the object at the current token, known to be of a kind.
   *
   * @throws MalformedObjectException if it is not such an object
   */
  public ClusterObject read(ObjectKind kind, Tokens tokens) {
    if (tokens.current() != Token.START_OBJECT) {
      throw notAnObject(tokens);
    }
    return read(kind, tokens, tokens.location());
  }

  /** Reads the value at the current token: an object, or a list of objects. */
  public void read(Tokens tokens, ObjectSink sink) {
    readValue(tokens, null, null, sink);
  }

  /**
   * Reads a value. A malformed one is told to the sink and passed over.
   *
   * @param type the type, where the list around it has told
   * @param untyped takes an item that names no type, where its list may still tell
   */
  private void readValue(
      Tokens tokens, @Nullable Type type, @Nullable Untyped untyped, ObjectSink sink) {
    if (tokens.current() != Token.START_OBJECT) {
      sink.malformed(notAnObject(tokens));
      tokens.skipChildren();
      return;
    }
    tokens.startAllowance();
    int inside = tokens.depth();
    try {
      if (type == null) {
        readUntyped(tokens, untyped, sink);
      } else {
        readTyped(type, tokens, tokens.location(), sink);
      }
    } catch (MalformedObjectException e) {
      sink.malformed(e);
      leave(tokens, inside);
    }
  }

  private void readUntyped(Tokens tokens, @Nullable Untyped untyped, ObjectSink sink) {
    Location where = tokens.location();
    var type = new Type();
    var fields = new TokenBuffer();
    var items = new Untyped();
    boolean hasItems = false;
    while (tokens.next() != Token.END_OBJECT) {
      String field = tokens.text();
      Location place = tokens.location();
      tokens.next();
      if (field.equals("apiVersion")) {
        type.apiVersion = word(tokens, field);
      } else if (field.equals("kind")) {
        type.kindName = word(tokens, field);
      } else if (isItems(field, tokens, type)) {
        hasItems = true;
        while (tokens.next() != Token.END_LIST) {
          readValue(tokens, type.ofItems(), items, sink);
        }
      } else if (hasItems || type.namesList()) {
        tokens.skipChildren();
      } else {
        fields.addField(field, place);
        fields.addValue(tokens);
      }
      if (type.isComplete() && !type.namesList() && fields.isEmpty() && !hasItems) {
        readTyped(type, tokens, where, sink);
        return;
      }
    }
    fields.add(tokens);
    if (hasItems) {
      readHeld(items.items, type.ofItems(), sink);
    } else if (type.apiVersion == null && type.kindName == null && untyped != null) {
      untyped.add(new Held(fields, where));
    } else if (!isEmptyList(type, where)) {
      readTyped(type, fields, where, sink);
    }
  }

  private static boolean isItems(String field, Tokens tokens, Type type) {
    return field.equals("items")
        && tokens.current() == Token.START_LIST
        && (type.kindName == null || type.namesList());
  }

  private static boolean isEmptyList(Type type, Location where) {
    Type ofItems = type.ofItems();
    return ofItems == null
        ? LIST.equals(type.kindName)
        : ObjectFormats.kind(group(type.apiVersion(where)), ofItems.kindName(where)) != null;
  }

  private void readHeld(List<Held> items, @Nullable Type type, ObjectSink sink) {
    for (Held item : items) {
      try {
        readTyped(type == null ? new Type() : type, item.tokens, item.where, sink);
      } catch (MalformedObjectException e) {
        sink.malformed(e);
      }
    }
  }

  /** Reads the rest of an object whose type is known. */
  private void readTyped(Type type, Tokens tokens, Location where, ObjectSink sink) {
    String kindName = type.kindName(where);
    String apiVersion = type.apiVersion(where);
    ObjectKind kind = ObjectFormats.kind(group(apiVersion), kindName);
    if (kind == null) {
      leave(tokens, tokens.depth());
      sink.skipped(group(apiVersion), kindName);
    } else if (!ObjectFormats.reads(kind, apiVersion)) {
      throw new MalformedObjectException(
          where, "apiVersion", "(%s) must be %s".formatted(apiVersion, kind.apiVersion()));
    } else {
      sink.object(read(kind, tokens, where), where);
    }
  }

  private ClusterObject read(ObjectKind kind, Tokens tokens, Location where) {
    try {
      String namespace = kind.namespaced() ? defaultNamespace : "";
      return ObjectFormats.read(kind, ObjectCursor.inside(tokens, interner, namespace));
    } catch (IllegalArgumentException e) {
      // A fact refuses values that no single field shows to be wrong.
      throw new MalformedObjectException(where, "", String.valueOf(e.getMessage()));
    }
  }

  private static MalformedObjectException notAnObject(Tokens tokens) {
    return new MalformedObjectException(
        tokens.location(), "", ObjectCursor.found(tokens) + " must be an object");
  }

  private static @Nullable String word(Tokens tokens, String field) {
    return switch (tokens.current()) {
      case TEXT -> tokens.text();
      case NULL -> null;
      default ->
          throw new MalformedObjectException(
              tokens.location(), field, ObjectCursor.found(tokens) + " must be a string");
    };
  }

  private static String group(String apiVersion) {
    int slash = apiVersion.indexOf('/');
    return slash < 0 ? "" : apiVersion.substring(0, slash);
  }

  /** Moves to the end of the object or list of that depth, unless it has been left already. */
  private static void leave(Tokens tokens, int inside) {
    while (tokens.depth() >= inside) {
      tokens.next();
      tokens.skipChildren();
    }
  }
}
