package io.merapi.cluster.watch;

import io.merapi.cluster.ScriptedServer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/** An API server that plays one step for each list or watch, and then leaves the next one open. */
final class WatchScript implements ScriptedServer.Script {

  private final Deque<ScriptedServer.Script> steps;

  WatchScript(ScriptedServer.Script... steps) {
    this.steps = new ArrayDeque<>(Arrays.asList(steps));
  }

  @Override
  public void answer(ScriptedServer.Received request, ScriptedServer.Reply reply)
      throws IOException {
    ScriptedServer.Script step;
    synchronized (this) {
      step = steps.pollFirst();
    }
    if (step == null) {
      reply.startStream();
      hang();
    } else {
      step.answer(request, reply);
    }
  }

  /** A watch that tells some events and ends as if all were well. */
  static ScriptedServer.Script events(String... events) {
    return (_, reply) -> {
      reply.startStream();
      for (String event : events) {
        reply.chunk(event + "\n");
      }
      reply.endStream();
    };
  }

  /** A watch that tells some events and then breaks off. */
  static ScriptedServer.Script broken(String... events) {
    return (_, reply) -> {
      reply.startStream();
      for (String event : events) {
        reply.chunk(event);
      }
      reply.close();
    };
  }

  static ScriptedServer.Script refusal(int code, String message) {
    return (_, reply) ->
        reply.json(
            code,
            "{\"kind\": \"Status\", \"code\": %d, \"message\": \"%s\"}".formatted(code, message));
  }

  static String added(String object) {
    return event("ADDED", object);
  }

  static String event(String type, String object) {
    return "{\"type\": \"%s\", \"object\": %s}".formatted(type, object);
  }

  static String pod(String name, String version) {
    return pod(name, version, "uid-" + name, "");
  }

  /** A pod with more fields in its spec. */
  static String pod(String name, String version, String uid, String more) {
    return """
    {"kind": "Pod", "apiVersion": "v1",
     "metadata": {"name": "%s", "namespace": "n", "uid": "%s", "resourceVersion": "%s"},
     "spec": {"containers": [{"name": "c"}]%s}, "status": {"phase": "Pending"}}\
    """
        .formatted(name, uid, version, more);
  }

  /** The bookmark that ends the initial events, with the nulls that a real server puts there. */
  static String initialEnd(String version) {
    return event(
        "BOOKMARK",
        """
        {"kind": "Pod", "apiVersion": "v1", "metadata": {"resourceVersion": "%s",
         "annotations": {"k8s.io/initial-events-end": "true"}},
         "spec": {"containers": null}, "status": {}}\
        """
            .formatted(version));
  }

  static String bookmark(String version) {
    return event(
        "BOOKMARK",
        """
        {"kind": "Pod", "metadata": {"resourceVersion": "%s"}, "spec": {"containers": null}}\
        """
            .formatted(version));
  }

  private static void hang() throws IOException {
    try {
      Thread.sleep(Duration.ofMinutes(1));
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }
}
