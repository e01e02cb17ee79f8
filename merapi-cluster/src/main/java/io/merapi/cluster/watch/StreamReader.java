package io.merapi.cluster.watch;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.cluster.http.ApiStatus;
import io.merapi.config.objects.JsonTokens;
import io.merapi.config.objects.MalformedObjectException;
import io.merapi.config.objects.ObjectCursor;
import io.merapi.config.objects.ObjectReader;
import io.merapi.config.objects.Tokens;
import io.merapi.config.objects.Tokens.Token;
import io.merapi.config.source.MalformedTextException;
import java.io.InputStream;

/**
 * Reads the two texts in which an API server tells of objects: the events of a watch, and a list.
 *
 * <p>An object that cannot be read is told as such and passed over. A text that is no JSON, or that
 * breaks off, raises {@link MalformedTextException}: what came before it holds.
 */
final class StreamReader {

  /** Takes what a text tells. */
  interface Sink {

    /** An object exists in this form. */
    void applied(ClusterObject object);

    /** An object is gone. */
    void deleted(String key);

    /** An object exists and cannot be read. */
    void unreadable(UnreadableObject object);

    /** Everything up to a version has been told. */
    void reached(String resourceVersion);

    /** All objects that existed when a watch began have been told. */
    void initialEventsEnded();
  }

  /**
   * The end of a list's page.
   *
   * @param continuation asks for the next page; empty where this was the last
   */
  record Page(String resourceVersion, String continuation) {}

  private static final String INITIAL_EVENTS_END = "k8s.io/initial-events-end";

  private final ObjectKind kind;
  private final ObjectReader objects = new ObjectReader();
  private final Sink sink;

  StreamReader(ObjectKind kind, Sink sink) {
    this.kind = kind;
    this.sink = sink;
  }

  /**
   * Reads the events of a watch until it ends.
   *
   * @throws WatchRefusedException if the server ends it with an error
   */
  void readWatch(InputStream in) throws WatchRefusedException {
    var tokens = new ObjectTokens(new JsonTokens(kind.kindName(), in));
    while (tokens.next() != Token.END) {
      expectObject(tokens);
      tokens.startAllowance();
      String type = "";
      while (tokens.next() != Token.END_OBJECT) {
        String field = tokens.text();
        tokens.next();
        switch (field) {
          case "type" -> type = tokens.text();
          case "object" -> event(type, tokens);
          default -> tokens.skipChildren();
        }
      }
    }
  }

  private void event(String type, ObjectTokens tokens) throws WatchRefusedException {
    switch (type) {
      case "ADDED", "MODIFIED" -> object(tokens);
      case "DELETED" -> deleted(tokens);
      case "BOOKMARK" -> bookmark(tokens);
      case "ERROR" -> throw new WatchRefusedException(status(tokens));
      default ->
          throw new MalformedTextException(
              tokens.location(), "no event of a watch has the type (%s)".formatted(type));
    }
    if (!tokens.resourceVersion().isEmpty()) {
      sink.reached(tokens.resourceVersion());
    }
  }

  private void object(ObjectTokens tokens) {
    expectObject(tokens);
    tokens.enterObject();
    try {
      ClusterObject object = objects.read(kind, tokens);
      tokens.leaveObject();
      sink.applied(object);
    } catch (MalformedObjectException e) {
      tokens.leaveObject();
      sink.unreadable(
          new UnreadableObject(
              kind, tokens.key(), tokens.uid(), e.path(), String.valueOf(e.getMessage())));
    }
  }

  private void deleted(ObjectTokens tokens) {
    expectObject(tokens);
    tokens.enterObject();
    tokens.leaveObject();
    sink.deleted(tokens.key());
  }

  private void bookmark(ObjectTokens tokens) {
    expectObject(tokens);
    tokens.enterObject();
    boolean initialEnd = false;
    try {
      var in = new ObjectCursor(tokens);
      in.enterObject();
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        if (field.equals("metadata")) {
          initialEnd |= endsInitialEvents(in);
        } else {
          in.skip();
        }
      }
    } catch (MalformedObjectException e) {
      throw new MalformedTextException(e.where(), "a bookmark's " + e.path() + " is malformed");
    }
    tokens.leaveObject();
    if (tokens.resourceVersion().isEmpty()) {
      throw new MalformedTextException(tokens.location(), "a bookmark must have a resourceVersion");
    }
    if (initialEnd) {
      sink.initialEventsEnded();
    }
  }

  private static boolean endsInitialEvents(ObjectCursor in) {
    boolean ends = false;
    if (in.enterObject()) {
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        if (field.equals("annotations")) {
          ends = in.labels().getOrDefault(INITIAL_EVENTS_END, "").equals("true");
        } else {
          in.skip();
        }
      }
    }
    return ends;
  }

  private static ApiStatus status(Tokens tokens) {
    try {
      return ApiStatus.read(new ObjectCursor(tokens));
    } catch (MalformedObjectException e) {
      throw new MalformedTextException(e.where(), "a status' " + e.path() + " is malformed");
    }
  }

  /** Reads one page of a list. */
  Page readList(InputStream in) {
    var tokens = new ObjectTokens(new JsonTokens(kind.kindName(), in));
    tokens.next();
    expectObject(tokens);
    var page = new Page("", "");
    while (tokens.next() != Token.END_OBJECT) {
      String field = tokens.text();
      Token value = tokens.next();
      if (field.equals("metadata")) {
        page = page(tokens);
      } else if (field.equals("items") && value == Token.START_LIST) {
        while (tokens.next() != Token.END_LIST) {
          tokens.startAllowance();
          object(tokens);
        }
      } else {
        tokens.skipChildren();
      }
    }
    if (page.resourceVersion.isEmpty()) {
      throw new MalformedTextException(tokens.location(), "a list must have a resourceVersion");
    }
    return page;
  }

  private static Page page(Tokens tokens) {
    String resourceVersion = "";
    String continuation = "";
    try {
      var in = new ObjectCursor(tokens);
      if (in.enterObject()) {
        for (String field = in.nextField(); field != null; field = in.nextField()) {
          switch (field) {
            case "resourceVersion" -> resourceVersion = in.text();
            case "continue" -> continuation = in.text();
            default -> in.skip();
          }
        }
      }
    } catch (MalformedObjectException e) {
      throw new MalformedTextException(e.where(), "a list's " + e.path() + " is malformed");
    }
    return new Page(resourceVersion, continuation);
  }

  private static void expectObject(Tokens tokens) {
    if (tokens.current() != Token.START_OBJECT) {
      throw new MalformedTextException(tokens.location(), "an object must stand here");
    }
  }
}
