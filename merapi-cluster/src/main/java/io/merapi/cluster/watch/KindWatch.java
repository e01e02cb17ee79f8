package io.merapi.cluster.watch;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.cluster.access.Refusals;
import io.merapi.cluster.http.ApiClient;
import io.merapi.cluster.http.ApiRequest;
import io.merapi.cluster.http.ApiStatus;
import io.merapi.cluster.http.ApiStream;
import io.merapi.cluster.permission.ApiReads;
import io.merapi.config.source.MalformedTextException;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Follows one kind until it is stopped: reads everything, then what changes, and goes on from where
 * it was after every interruption.
 *
 * <p>Reading everything is part of the watch where the server can do that, which spares both sides
 * the whole list in memory; otherwise it is a list in pages. A place that the server has forgotten
 * (410), or that cannot be resumed in several tries, is given up and everything is read again. The
 * server ends a watch whose reader is too slow as if all were well, so no end is taken for the end.
 */
final class KindWatch implements StreamReader.Sink {

  private static final int PAGE_SIZE = 5_000;
  private static final int SHORTEST_WATCH_SECONDS = 300;
  private static final Duration LIST_SILENCE = Duration.ofSeconds(65);
  private static final Duration WATCH_GRACE = Duration.ofSeconds(30);

  /** How long a kind is left alone that the server does not have; it may be installed later. */
  private static final Duration ABSENT_PAUSE = Duration.ofSeconds(10);

  private static final int MOST_ENDS_AT_POSITION = 5;

  private final ApiClient client;
  private final WatchedKind watched;
  private final HandOver out;
  private final KnownObjects known;
  private final StreamReader reader;
  private final Backoff backoff = new Backoff();
  private volatile boolean stopped;
  private volatile @Nullable ApiStream stream;
  private boolean listsByWatching = true;
  // Where to go on; null while everything has to be read.
  private @Nullable String position;
  private int endsAtPosition;
  // Whether everything has been read at least once.
  private boolean read;
  private boolean interrupted;

  KindWatch(ApiClient client, WatchedKind watched, HandOver out) {
    this.client = client;
    this.watched = watched;
    this.out = out;
    this.known = new KnownObjects(out::changed);
    this.reader = new StreamReader(watched.kind(), this);
  }

  ObjectKind kind() {
    return watched.kind();
  }

  /** Follows until it is stopped. */
  void run() {
    while (!stopped) {
      Duration pause = follow();
      if (!stopped && pause.isPositive()) {
        try {
          Thread.sleep(pause);
        } catch (InterruptedException _) {
          // Only stop interrupts.
        }
      }
    }
  }

  void stop() {
    stopped = true;
    ApiStream reading = stream;
    if (reading != null) {
      reading.close();
    }
  }

  /** One list or watch, from its request to its end; says how long to wait before the next. */
  private Duration follow() {
    try {
      if (position == null && !listsByWatching) {
        list();
      }
      return watch();
    } catch (WatchRefusedException e) {
      return refused(e.status());
    } catch (MalformedTextException e) {
      return stuck(e.getMessage());
    } catch (IOException e) {
      // Nobody has answered: that says nothing about the place to go on from.
      return interrupted(e.getMessage() == null ? e.toString() : e.getMessage());
    } catch (RuntimeException e) {
      // A mistake of ours in reading one object must not leave its kind unwatched for ever.
      return stuck(e.toString());
    }
  }

  private void list() throws IOException, WatchRefusedException {
    known.beginList();
    String continuation = "";
    do {
      String query =
          "?limit=%d%s%s".formatted(PAGE_SIZE, selector(), parameter("continue", continuation));
      StreamReader.Page page;
      try (ApiStream answer = open(ApiReads.list(kind(), query), LIST_SILENCE)) {
        page = reader.readList(answer.body());
      }
      continuation = page.continuation();
      if (continuation.isEmpty()) {
        complete();
        position = page.resourceVersion();
      }
    } while (!continuation.isEmpty());
    progressed();
  }

  private Duration watch() throws IOException, WatchRefusedException {
    boolean fromStart = position == null;
    if (fromStart) {
      known.beginList();
    }
    int seconds =
        SHORTEST_WATCH_SECONDS + ThreadLocalRandom.current().nextInt(SHORTEST_WATCH_SECONDS);
    String from =
        fromStart
            ? "&sendInitialEvents=true&resourceVersionMatch=NotOlderThan"
            : parameter("resourceVersion", String.valueOf(position));
    String query =
        "?watch=true&allowWatchBookmarks=true&timeoutSeconds=%d%s%s"
            .formatted(seconds, selector(), from);
    long opened = System.nanoTime();
    String before = position;
    Duration silence = Duration.ofSeconds(seconds).plus(WATCH_GRACE);
    try (ApiStream answer = open(ApiReads.watch(kind(), query), silence)) {
      reader.readWatch(answer.body());
    }
    Duration lasted = Duration.ofNanos(System.nanoTime() - opened);
    if (lasted.toSeconds() >= seconds - 1 || stopped) {
      return Duration.ZERO;
    }
    if (position == null || position.equals(before)) {
      // A server that ends every stream at once must not be asked all the time.
      return stuck("the server ended the stream after %d s".formatted(lasted.toSeconds()));
    }
    // A busy server does so with those who read slowly. Nothing is missed: it goes on from there.
    return Duration.ZERO;
  }

  private ApiStream open(ApiRequest request, Duration silence)
      throws IOException, WatchRefusedException {
    ApiStream answer = client.stream(request, silence);
    stream = answer;
    if (stopped) {
      answer.close();
    }
    if (!answer.succeeded()) {
      try (answer) {
        throw new WatchRefusedException(answer.status());
      }
    }
    if (interrupted) {
      interrupted = false;
      out.resumed(kind());
    }
    return answer;
  }

  private Duration refused(ApiStatus status) {
    return switch (status.code()) {
      case ApiStatus.GONE -> forgotten();
      case ApiStatus.NOT_FOUND -> absent(Refusals.of(kind(), status));
      case 400, 422 -> notUnderstood(status.message());
      default -> stuck(Refusals.of(kind(), status));
    };
  }

  private Duration forgotten() {
    boolean listing = position == null;
    position = null;
    return listing ? backoff.failed() : Duration.ZERO;
  }

  /** A kind that is not installed: there is nothing of it, and that is known completely. */
  private Duration absent(String message) {
    if (read) {
      // It was there; more likely somebody else answers for the server.
      return interrupted(message);
    }
    out.complete(kind());
    return ABSENT_PAUSE;
  }

  private Duration notUnderstood(String message) {
    if (position == null && listsByWatching) {
      listsByWatching = false;
      return Duration.ZERO;
    }
    return stuck(message);
  }

  /** After several ends at the same place, the place itself may be what is wrong. */
  private Duration stuck(String reason) {
    if (++endsAtPosition >= MOST_ENDS_AT_POSITION) {
      position = null;
      endsAtPosition = 0;
    }
    return interrupted(reason);
  }

  private Duration interrupted(String reason) {
    if (stopped) {
      return Duration.ZERO;
    }
    interrupted = true;
    out.interrupted(kind(), reason);
    return backoff.failed();
  }

  private void progressed() {
    endsAtPosition = 0;
    backoff.succeeded();
  }

  private void complete() {
    known.endList();
    read = true;
    out.complete(kind());
  }

  @Override
  public void applied(ClusterObject object) {
    known.applied(object);
  }

  @Override
  public void deleted(String key) {
    known.deleted(key);
  }

  @Override
  public void unreadable(UnreadableObject object) {
    known.seen(object.key());
    out.setAside(object);
  }

  @Override
  public void initialEventsEnded() {
    complete();
    position = "";
  }

  @Override
  public void reached(String resourceVersion) {
    // Initial events come in no order of versions: only their end is a place to go on from.
    if (position != null) {
      position = resourceVersion;
      progressed();
    }
  }

  private String selector() {
    return parameter("fieldSelector", watched.fieldSelector());
  }

  private static String parameter(String name, String value) {
    return value.isEmpty()
        ? ""
        : "&%s=%s".formatted(name, URLEncoder.encode(value, StandardCharsets.UTF_8));
  }
}
