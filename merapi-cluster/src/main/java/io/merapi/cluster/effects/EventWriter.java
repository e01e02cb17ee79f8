package io.merapi.cluster.effects;

import io.merapi.api.pod.Pod;
import io.merapi.cluster.http.ApiAnswer;
import io.merapi.cluster.http.ApiRequest;
import io.merapi.cluster.http.ApiStatus;
import io.merapi.cluster.http.ApiTime;
import io.merapi.cluster.permission.ApiCall;
import io.merapi.config.objects.ObjectWriter;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/**
 * Writes Events in the form of kube-scheduler.
 *
 * <p>An event that comes again becomes a series, as client-go makes it: the second one writes a
 * count of two, later ones only count, and the sum is written when the series ends or has gone on
 * for long. Only failures repeat: a pod is scheduled once, so those Events are not remembered.
 */
final class EventWriter {

  private static final Duration SERIES_END = Duration.ofMinutes(6);
  private static final Duration REFRESH = Duration.ofMinutes(30);
  private static final int MOST_REMEMBERED = 10_000;

  private final Requests requests;
  private final ReportQueue queue;
  private final InstantSource clock;
  private final String instance;
  private final SequencedMap<Key, Series> remembered = new LinkedHashMap<>();

  EventWriter(Requests requests, ReportQueue queue, InstantSource clock, String instance) {
    this.requests = requests;
    this.queue = queue;
    this.clock = clock;
    this.instance = instance;
  }

  /** What makes two events the same one again. */
  private record Key(String reason, String reporter, String uid, String resourceVersion) {

    static Key of(PodEvent event) {
      Pod pod = event.pod();
      return new Key(
          event.reason(), event.reporter(), pod.meta().uid(), pod.meta().resourceVersion());
    }
  }

  /** An event and how often it has come. */
  private static final class Series {

    private final PodEvent first;
    private int count = 1;
    private Instant last;
    private Instant written;

    Series(PodEvent first) {
      this.first = first;
      this.last = first.time();
      this.written = first.time();
    }
  }

  /** Writes an event that cannot come again. */
  void once(PodEvent event) {
    queue.send(() -> create(event, Map.of()), () -> {});
  }

  /** Writes an event that may come again and again. */
  void repeatable(PodEvent event) {
    Key key = Key.of(event);
    Series series;
    int count;
    synchronized (remembered) {
      series = remembered.get(key);
      if (series == null) {
        series = new Series(event);
        remembered.put(key, series);
        if (remembered.size() > MOST_REMEMBERED) {
          remembered.pollFirstEntry();
        }
      } else {
        series.count++;
        series.last = event.time();
      }
      count = series.count;
    }
    if (count == 1) {
      queue.send(() -> create(event, Map.of()), () -> forget(key));
    } else if (count == 2) {
      writeCount(key, series);
    }
  }

  /** Ends series that have stopped, and refreshes those that go on; called now and then. */
  void sweep() {
    Instant now = clock.instant();
    Map<Key, Series> due = new LinkedHashMap<>();
    synchronized (remembered) {
      List<Key> ended = new ArrayList<>();
      remembered.forEach((key, series) -> {
        boolean over = series.last.plus(SERIES_END).isBefore(now);
        if (over) {
          ended.add(key);
        }
        if (series.count > 1 && (over || series.written.plus(REFRESH).isBefore(now))) {
          due.put(key, series);
        }
      });
      ended.forEach(remembered::remove);
    }
    due.forEach(this::writeCount);
  }

  private void writeCount(Key key, Series series) {
    queue.send(
        () -> {
          Map<String, Object> count;
          synchronized (remembered) {
            series.written = clock.instant();
            count =
                Map.of(
                    "count", series.count, "lastObservedTime", ApiTime.microseconds(series.last));
          }
          return patchOrCreate(series.first, count);
        },
        () -> forget(key));
  }

  private ApiAnswer patchOrCreate(PodEvent event, Map<String, Object> series) throws IOException {
    ApiRequest patch =
        ApiCall.PATCH_POD_EVENT.patch(
            event.pod().namespace(),
            event.name(),
            ApiRequest.STRATEGIC_MERGE,
            ObjectWriter.json(Map.of("series", series)));
    ApiAnswer patched = requests.event(patch);
    if (patched.code() != ApiStatus.NOT_FOUND) {
      return patched;
    }
    ApiAnswer created = create(event, series);
    // The first event may have been overtaken by its own repetition, and have arrived now.
    return created.code() == ApiStatus.CONFLICT ? requests.event(patch) : created;
  }

  private ApiAnswer create(PodEvent event, Map<String, Object> series) throws IOException {
    var tree = event.tree(instance);
    if (!series.isEmpty()) {
      tree.put("series", series);
    }
    return requests.event(
        ApiCall.CREATE_POD_EVENT.create(event.pod().namespace(), ObjectWriter.json(tree)));
  }

  /** Lets the next event of this kind be written as a first one. */
  private void forget(Key key) {
    synchronized (remembered) {
      remembered.remove(key);
    }
  }
}
