package io.merapi.batch.plugins.extender;

import io.merapi.api.cluster.ClusterObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A server that answers as it was told to, and keeps what it was asked. */
public final class TestServer implements ExtenderTransport {

  public static final String URL = "http://extender/";

  private final Map<String, Reply> replies = new HashMap<>();
  private final List<Call> calls = new ArrayList<>();

  /** Answers a verb well. */
  public TestServer answering(String verb, @Nullable Object body) {
    replies.put(verb, new Reply(200, body));
    return this;
  }

  /** Answers a verb with another code. */
  public TestServer failing(String verb, int code) {
    replies.put(verb, new Reply(code, null));
    return this;
  }

  @Override
  public Map<String, Object> written(ClusterObject object) {
    return Map.of("kind", object.kind().kindName(), "metadata", Map.of("name", object.name()));
  }

  @Override
  public Reply post(Call call) throws ExtenderException {
    calls.add(call);
    String verb = call.url().replaceFirst(".*/", "");
    Reply reply = replies.get(verb);
    if (reply == null) {
      throw new ExtenderException("no answer");
    }
    return reply;
  }

  public List<Call> calls() {
    return calls;
  }

  /** The verbs that were used, in order. */
  public List<String> verbs() {
    return calls.stream().map(call -> call.url().replaceFirst(".*/", "")).toList();
  }

  /** A value of the last question, by the names that lead there. */
  @Nullable Object asked(String... path) {
    Object value = calls.getLast().body();
    for (String name : path) {
      value = value instanceof Map<?, ?> map ? map.get(name) : null;
    }
    return value;
  }

  /** Arguments that use every verb under its usual name. */
  public static ExtenderArgs arguments(boolean ignorable, String... managedResources) {
    var verbs =
        new ExtenderArgs.Verbs(
            "open",
            "close",
            "predicate",
            "prioritize",
            "preemptable",
            "reclaimable",
            "queueOverused",
            "jobEnqueueable",
            "jobEnqueued",
            "jobReady",
            "allocate",
            "deallocate");
    return new ExtenderArgs(
        URL, ExtenderArgs.DEFAULTS.timeout(), verbs, ignorable, Set.of(managedResources));
  }
}
