package io.merapi.remote.usage;

import io.merapi.api.session.NodeUsage;
import io.merapi.batch.usage.UsageSource.Answer;
import io.merapi.remote.http.CallException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * The questions of one collection, and what came of them. Several threads ask; each failure costs
 * its own question and is kept.
 */
final class Questions {

  /** A collection is not longer, whatever the system does; nor is it upstream. */
  static final Duration AT_MOST = Duration.ofSeconds(60);

  private static final int MOST_AT_ONCE = 16;

  private final InstantSource clock;
  private final Instant end;
  private final Map<String, NodeUsage> usages = new TreeMap<>();
  private final List<String> failures = new ArrayList<>();
  private int asked;

  Questions(InstantSource clock) {
    this.clock = clock;
    this.end = clock.instant().plus(AT_MOST);
  }

  /** Finds out about one node. */
  interface ByNode {
    /** What is found out; null where nothing is. */
    @Nullable NodeUsage usage(String node, Questions questions);
  }

  /** Finds out about nodes, about several at a time. */
  static CompletableFuture<Answer> about(List<String> nodes, InstantSource clock, ByNode source) {
    var questions = new Questions(clock);
    Iterator<String> left = nodes.iterator();
    var askers = new ArrayList<CompletableFuture<Void>>();
    for (int i = 0; i < Math.min(MOST_AT_ONCE, nodes.size()); i++) {
      askers.add(onThread("node usage", () -> questions.ask(left, source)));
    }
    return CompletableFuture.allOf(askers.toArray(CompletableFuture[]::new))
        .thenApply(_ -> questions.answer());
  }

  /** Has something done on a virtual thread. */
  static CompletableFuture<Void> onThread(String name, Runnable work) {
    return CompletableFuture.runAsync(work, task -> Thread.ofVirtual().name(name).start(task));
  }

  private void ask(Iterator<String> left, ByNode source) {
    for (String node = next(left); node != null; node = next(left)) {
      NodeUsage usage = source.usage(node, this);
      if (usage != null) {
        put(node, usage);
      }
    }
  }

  private synchronized @Nullable String next(Iterator<String> left) {
    if (!left.hasNext()) {
      return null;
    }
    if (clock.instant().isBefore(end)) {
      return left.next();
    }
    int unasked = 0;
    for (; left.hasNext(); left.next()) {
      unasked++;
    }
    asked++;
    failures.add(
        "%d nodes were not asked about: no time was left of %ds"
            .formatted(unasked, AT_MOST.toSeconds()));
    return null;
  }

  /** The answer to a question; null where it got none of use. */
  <T> @Nullable T answered(CompletableFuture<T> question) {
    count();
    try {
      return question.join();
    } catch (CompletionException e) {
      Throwable cause = e.getCause();
      fail(String.valueOf(cause == null ? e.getMessage() : cause.getMessage()));
      return null;
    }
  }

  synchronized void put(String node, NodeUsage usage) {
    usages.put(node, usage);
  }

  private synchronized void count() {
    asked++;
  }

  private synchronized void fail(String why) {
    failures.add(why);
  }

  Instant now() {
    return clock.instant();
  }

  synchronized Answer answer() {
    return new Answer(usages, asked, failures.stream().sorted().toList());
  }

  /** A question that cannot even be put. */
  static <T> CompletableFuture<T> impossible(String why) {
    return CompletableFuture.failedFuture(new CallException(why));
  }
}
