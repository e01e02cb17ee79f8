package io.merapi.cluster.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.cluster.ScriptedServer;
import io.merapi.cluster.http.ApiClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** However often and wherever streams are cut, every event is told once and in order. */
class ClusterWatchProperties {

  private static final int EVENTS = 200;
  private static final int CUTS = 30;
  private static final Pattern POSITION = Pattern.compile("resourceVersion=(\\d+)");

  private final RecordingListener listener = new RecordingListener();

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void cutStreamsLoseAndRepeatNothing(long seed) throws IOException {
    var random = new Random(seed);
    // The event at index i leads to version i + 1.
    var events = new ArrayList<String>();
    var expected = new ArrayList<>(List.of("synced"));
    for (int version = 1; version <= EVENTS; version++) {
      String name = "p" + random.nextInt(20);
      boolean exists = expected.lastIndexOf("- n/" + name) < lastApplied(expected, name);
      boolean delete = exists && random.nextInt(3) == 0;
      String pod = WatchScript.pod(name, String.valueOf(version));
      events.add(WatchScript.event(delete ? "DELETED" : exists ? "MODIFIED" : "ADDED", pod));
      expected.add(delete ? "- n/" + name : "+ n/%s @%d".formatted(name, version));
    }
    int[] cuts = {CUTS};

    try (var server =
            ScriptedServer.plain((request, reply) -> {
              Matcher asked = POSITION.matcher(request.path());
              reply.startStream();
              if (!asked.find()) {
                reply.chunk(WatchScript.initialEnd("0"));
                reply.endStream();
                return;
              }
              int from = Integer.parseInt(asked.group(1));
              String rest = String.join("\n", events.subList(from, EVENTS));
              // Not too often in the same event: a place without progress is given up by design.
              if (cuts[0]-- > 0 && from < EVENTS - 20) {
                reply.chunk(rest.substring(0, 1 + random.nextInt(5_000)));
                reply.close();
              } else {
                reply.chunk(rest + " ");
                reply.endStream();
              }
            });
        var client = new ApiClient(server.asApiServer());
        var _ = ClusterWatch.start(client, List.of(WatchedKind.all(ObjectKind.POD)), listener)) {
      assertThat(listener.await(expected.size())).isEqualTo(expected);
    }
  }

  private static int lastApplied(List<String> told, String name) {
    int last = -1;
    for (int i = 0; i < told.size(); i++) {
      if (told.get(i).startsWith("+ n/%s @".formatted(name))) {
        last = i;
      }
    }
    return last;
  }
}
