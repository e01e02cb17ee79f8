package io.merapi.cluster.watch;

import static io.merapi.cluster.watch.WatchScript.added;
import static io.merapi.cluster.watch.WatchScript.bookmark;
import static io.merapi.cluster.watch.WatchScript.broken;
import static io.merapi.cluster.watch.WatchScript.event;
import static io.merapi.cluster.watch.WatchScript.events;
import static io.merapi.cluster.watch.WatchScript.initialEnd;
import static io.merapi.cluster.watch.WatchScript.pod;
import static io.merapi.cluster.watch.WatchScript.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.cluster.ScriptedServer;
import io.merapi.cluster.http.ApiClient;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class ClusterWatchTest {

  private final RecordingListener listener = new RecordingListener();

  /** What the listener was told, in so many lines, and what the server was asked. */
  private record Seen(List<String> told, List<String> asked) {}

  private Seen follow(int lines, ScriptedServer.Script... steps) throws IOException {
    return follow(List.of(WatchedKind.all(ObjectKind.POD)), lines, steps);
  }

  private Seen follow(List<WatchedKind> kinds, int lines, ScriptedServer.Script... steps)
      throws IOException {
    try (var server = ScriptedServer.plain(new WatchScript(steps));
        var client = new ApiClient(server.asApiServer());
        var _ = ClusterWatch.start(client, kinds, listener)) {
      List<String> told = listener.await(lines);
      // The last step is over once the next request has come.
      return new Seen(
          told,
          server.await(steps.length + 1).stream()
              .map(request -> request.path().replaceAll("timeoutSeconds=\\d+", "…"))
              .toList());
    }
  }

  @Test
  void readsEverythingThenWhatChanges() throws IOException {
    Seen seen =
        follow(
            5,
            events(
                added(pod("a", "5")),
                added(pod("b", "3")),
                initialEnd("7"),
                event("MODIFIED", pod("a", "8")),
                event("DELETED", pod("b", "9"))));
    assertThat(seen.told).containsExactly("+ n/a @5", "+ n/b @3", "synced", "+ n/a @8", "- n/b");
    assertThat(seen.asked)
        .containsExactly(
            "/api/v1/pods?watch=true&allowWatchBookmarks=true&…"
                + "&sendInitialEvents=true&resourceVersionMatch=NotOlderThan",
            "/api/v1/pods?watch=true&allowWatchBookmarks=true&…&resourceVersion=9");
  }

  @Test
  void goesOnFromTheLastBookmark() throws IOException {
    Seen seen = follow(2, events(added(pod("a", "5")), initialEnd("7"), bookmark("42")));
    assertThat(seen.told).containsExactly("+ n/a @5", "synced");
    assertThat(seen.asked.getLast()).endsWith("resourceVersion=42");
  }

  @Test
  void goesOnWithoutAWordWhereTheServerEndsAStreamInGoodOrder() throws IOException {
    Seen seen =
        follow(3, events(added(pod("a", "5")), initialEnd("7")), events(added(pod("b", "8"))));
    assertThat(seen.told).containsExactly("+ n/a @5", "synced", "+ n/b @8");
    assertThat(listener.interruptions()).isEmpty();
  }

  @Test
  void goesOnWhereAStreamBreaksOff() throws IOException {
    Seen seen =
        follow(
            5,
            broken(added(pod("a", "5")), initialEnd("7"), added(pod("b", "8"))),
            broken(added(pod("c", "9")), "{\"type\": \"ADDED\", \"object\": {\"metadata\""),
            events(added(pod("d", "10"))));
    assertThat(seen.told)
        .containsExactly("+ n/a @5", "synced", "+ n/b @8", "+ n/c @9", "+ n/d @10");
    assertThat(seen.asked.get(1)).endsWith("resourceVersion=8");
    assertThat(seen.asked.get(2)).endsWith("resourceVersion=9");
    assertThat(listener.interruptions()).hasSizeGreaterThanOrEqualTo(2);
  }

  @Test
  void goesOnAfterRubbish() throws IOException {
    Seen seen =
        follow(
            4,
            events(added(pod("a", "5")), initialEnd("7"), "}{ this is <not> JSON"),
            events("{\"type\": \"SURPRISE\", \"object\": {}}"),
            events("[1, 2, 3]"),
            events("{\"type\": \"ADDED\", \"object\": 7}"),
            events(added(pod("b", "8"))),
            refusal(500, "etcd is having a bad day"),
            events(added(pod("c", "9"))));
    assertThat(seen.told).containsExactly("+ n/a @5", "synced", "+ n/b @8", "+ n/c @9");
    assertThat(seen.asked.get(4)).endsWith("resourceVersion=7");
    assertThat(listener.interruptions()).contains("etcd is having a bad day");
  }

  @Test
  void startsAgainWhereTheInitialEventsBreakOff() throws IOException {
    Seen seen =
        follow(
            3,
            broken(added(pod("a", "5"))),
            events(added(pod("a", "5")), added(pod("b", "6")), initialEnd("7")));
    assertThat(seen.told).containsExactly("+ n/a @5", "+ n/b @6", "synced");
    assertThat(seen.asked.get(1)).contains("sendInitialEvents");
  }

  @Test
  void tellsOnlyDifferencesWhereThePlaceIsForgotten() throws IOException {
    Seen seen =
        follow(
            7,
            events(
                added(pod("same", "1")),
                added(pod("changed", "2")),
                added(pod("gone", "3")),
                initialEnd("4")),
            refusal(410, "too old resource version"),
            events(
                added(pod("same", "1")),
                added(pod("changed", "8")),
                added(pod("new", "9")),
                initialEnd("10")));
    assertThat(seen.told.subList(4, 7)).containsExactly("+ n/changed @8", "+ n/new @9", "- n/gone");
    assertThat(seen.asked.get(3)).endsWith("resourceVersion=10");
  }

  @Test
  void readsAgainAfterAnErrorInTheStream() throws IOException {
    Seen seen =
        follow(
            3,
            events(
                added(pod("a", "1")),
                initialEnd("4"),
                event("ERROR", "{\"kind\": \"Status\", \"code\": 410, \"message\": \"too old\"}")),
            events(added(pod("a", "6")), initialEnd("10")));
    assertThat(seen.told).containsExactly("+ n/a @1", "synced", "+ n/a @6");
    assertThat(seen.asked.get(1)).contains("sendInitialEvents");
  }

  @Test
  void givesUpAPlaceThatCannotBeResumed() throws IOException {
    Seen seen =
        follow(
            3,
            events(added(pod("a", "1")), initialEnd("4")),
            refusal(504, "Too large resource version: 4, current: 2"),
            refusal(504, "Too large resource version: 4, current: 2"),
            refusal(504, "Too large resource version: 4, current: 2"),
            refusal(504, "Too large resource version: 4, current: 2"),
            refusal(504, "Too large resource version: 4, current: 2"),
            events(initialEnd("2")));
    assertThat(seen.told).containsExactly("+ n/a @1", "synced", "- n/a");
    assertThat(seen.asked.get(6)).contains("sendInitialEvents");
  }

  @Test
  void letsTheOldObjectGoWhereAnotherHasItsName() throws IOException {
    Seen seen =
        follow(
            4,
            events(
                added(pod("a", "1", "first", "")),
                initialEnd("4"),
                event("MODIFIED", pod("a", "6", "second", ""))));
    assertThat(seen.told).containsExactly("+ n/a @1", "synced", "- n/a", "+ n/a @6");
  }

  @Test
  void listsInPagesWhereTheServerCannotListByWatching() throws IOException {
    Seen seen =
        follow(
            5,
            refusal(422, "sendInitialEvents is forbidden"),
            (_, reply) ->
                reply.json(
                    200,
                    """
                    {"kind": "PodList", "apiVersion": "v1",
                     "metadata": {"resourceVersion": "9", "continue": "next=1"},
                     "items": [%s]}\
                    """
                        .formatted(pod("a", "5"))),
            (_, reply) ->
                reply.json(
                    200,
                    """
                    {"kind": "PodList", "metadata": {"resourceVersion": "9"},
                     "items": [%s, %s]}\
                    """
                        .formatted(pod("b", "6"), pod("c", "7"))),
            events(added(pod("d", "10"))));
    assertThat(seen.told)
        .containsExactly("+ n/a @5", "+ n/b @6", "+ n/c @7", "synced", "+ n/d @10");
    assertThat(seen.asked.subList(1, 4))
        .containsExactly(
            "/api/v1/pods?limit=5000",
            "/api/v1/pods?limit=5000&continue=next%3D1",
            "/api/v1/pods?watch=true&allowWatchBookmarks=true&…&resourceVersion=9");
  }

  @Test
  void listsFromTheStartWhereAPageHasExpired() throws IOException {
    Seen seen =
        follow(
            4,
            refusal(400, "unknown parameter"),
            (_, reply) ->
                reply.json(
                    200,
                    """
                    {"metadata": {"resourceVersion": "9", "continue": "x"}, "items": [%s]}\
                    """
                        .formatted(pod("a", "5"))),
            refusal(410, "The provided continue parameter is too old"),
            (_, reply) ->
                reply.json(
                    200,
                    """
                    {"metadata": {"resourceVersion": "19"}, "items": [%s]}\
                    """
                        .formatted(pod("b", "12"))));
    assertThat(seen.told).containsExactly("+ n/a @5", "+ n/b @12", "- n/a", "synced");
  }

  @Test
  void setsAsideWhatCannotBeReadAndGoesOn() throws IOException {
    String broken = ", \"priority\": \"high\"";
    Seen seen =
        follow(
            6,
            events(
                added(pod("a", "1")),
                added(pod("b", "2", "u", broken)),
                initialEnd("4"),
                event("MODIFIED", pod("a", "5", "uid-a", broken)),
                event("DELETED", pod("a", "6", "uid-a", broken)),
                added(pod("c", "7"))));
    assertThat(seen.told)
        .containsExactly("+ n/a @1", "? n/b", "synced", "? n/a", "- n/a", "+ n/c @7");
    assertThat(listener.setAside().getFirst())
        .isEqualTo(
            new UnreadableObject(
                ObjectKind.POD, "n/b", "u", "spec.priority", "(\"high\") must be a whole number"));
    assertThat(seen.asked.getLast()).endsWith("resourceVersion=7");
  }

  @Test
  void anUnreadableObjectThatWasReadableBeforeIsNotTakenForGone() throws IOException {
    Seen seen =
        follow(
            4,
            events(added(pod("a", "1")), initialEnd("4")),
            refusal(410, "too old"),
            events(added(pod("a", "9", "uid-a", ", \"priority\": []")), initialEnd("10")),
            events(added(pod("b", "11"))));
    assertThat(seen.told).containsExactly("+ n/a @1", "synced", "? n/a", "+ n/b @11");
  }

  @Test
  void aKindThatIsNotInstalledIsEmpty() throws IOException {
    try (var server =
            ScriptedServer.plain((request, reply) -> {
              if (request.path().contains("podgroups")) {
                refusal(404, "the server could not find the requested resource")
                    .answer(request, reply);
              } else {
                events(added(pod("a", "1")), initialEnd("4")).answer(request, reply);
              }
            });
        var client = new ApiClient(server.asApiServer());
        var _ =
            ClusterWatch.start(
                client,
                List.of(WatchedKind.all(ObjectKind.POD_GROUP), WatchedKind.all(ObjectKind.POD)),
                listener)) {
      assertThat(listener.await(2)).containsExactlyInAnyOrder("+ n/a @1", "synced");
    }
  }

  @Test
  void asksForSelectedObjectsOnly() throws IOException {
    Seen seen = follow(List.of(WatchedKind.livePods()), 1, events(initialEnd("4")));
    assertThat(seen.asked.getFirst())
        .contains("&fieldSelector=status.phase%21%3DSucceeded%2Cstatus.phase%21%3DFailed");
  }

  @Test
  void tellsEverythingOnOneThreadInBatches() throws Exception {
    var release = new CountDownLatch(1);
    var patient =
        new ClusterListener() {
          @Override
          public void changed(List<ObjectEvent> events) {
            try {
              release.await();
            } catch (InterruptedException e) {
              throw new IllegalStateException(e);
            }
            listener.changed(events);
          }

          @Override
          public void synced() {
            listener.synced();
          }

          @Override
          public void setAside(UnreadableObject object) {
            listener.setAside(object);
          }

          @Override
          public void interrupted(ObjectKind kind, String reason) {}
        };
    String[] told = new String[101];
    for (int i = 0; i < 100; i++) {
      told[i] = added(pod("p" + i, String.valueOf(i + 1)));
    }
    told[100] = initialEnd("200");
    try (var server = ScriptedServer.plain(new WatchScript(events(told)));
        var client = new ApiClient(server.asApiServer());
        var _ = ClusterWatch.start(client, List.of(WatchedKind.all(ObjectKind.POD)), patient)) {
      // The second request shows that the first stream was read to its end meanwhile.
      server.await(2);
      release.countDown();
      List<String> lines = listener.await(101);
      assertThat(lines.getFirst()).isEqualTo("+ n/p0 @1");
      assertThat(lines.get(99)).isEqualTo("+ n/p99 @100");
      assertThat(lines.getLast()).isEqualTo("synced");
      assertThat(listener.batches()).hasSizeLessThan(100);
      assertThat(listener.threads()).hasSize(1);
    }
  }

  @Test
  void gathersObjectsUntilAllAreKnown() throws IOException {
    String[] told = new String[601];
    for (int i = 0; i < 600; i++) {
      told[i] = added(pod("p" + i, String.valueOf(i + 1)));
    }
    told[600] = initialEnd("700");

    follow(601, events(told));

    assertThat(listener.batches()).hasSizeLessThanOrEqualTo(3);
  }

  @Test
  void isSilentOnceClosed() throws IOException {
    try (var server =
            ScriptedServer.plain((request, reply) -> {
              boolean first = request.path().contains("sendInitialEvents");
              String event = first ? initialEnd("4") : added(pod("a", "5"));
              events(event).answer(request, reply);
            });
        var client = new ApiClient(server.asApiServer())) {
      var watch = ClusterWatch.start(client, List.of(WatchedKind.all(ObjectKind.POD)), listener);
      listener.await(2);
      watch.close();
      List<String> before = listener.await(0);
      server.dropConnections();
      assertThat(listener.await(0)).isEqualTo(before);
    }
  }
}
