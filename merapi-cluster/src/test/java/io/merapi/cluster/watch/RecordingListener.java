package io.merapi.cluster.watch;

import static org.assertj.core.api.Assertions.fail;

import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.cluster.ObjectKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Writes down what it is told, one line for each thing. */
final class RecordingListener implements ClusterListener {

  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final List<String> told = new ArrayList<>();
  private final List<Integer> batches = new ArrayList<>();
  private final List<UnreadableObject> setAside = new ArrayList<>();
  private final List<String> interruptions = new ArrayList<>();
  private final Set<Thread> threads = new HashSet<>();

  @Override
  public synchronized void changed(List<ObjectEvent> events) {
    threads.add(Thread.currentThread());
    batches.add(events.size());
    for (ObjectEvent event : events) {
      String version = event.object().meta().resourceVersion();
      switch (event) {
        case ObjectEvent.Applied(var object) ->
            told.add("+ %s @%s".formatted(object.key(), version));
        case ObjectEvent.Deleted(var object) -> told.add("- " + object.key());
      }
    }
    notifyAll();
  }

  @Override
  public synchronized void synced() {
    threads.add(Thread.currentThread());
    told.add("synced");
    notifyAll();
  }

  @Override
  public synchronized void setAside(UnreadableObject object) {
    threads.add(Thread.currentThread());
    setAside.add(object);
    told.add("? " + object.key());
    notifyAll();
  }

  @Override
  public synchronized void interrupted(ObjectKind kind, String reason) {
    threads.add(Thread.currentThread());
    interruptions.add(reason);
    notifyAll();
  }

  /** Everything told so far, after waiting for as many lines. */
  synchronized List<String> await(int lines) {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (told.size() < lines) {
      long left = Duration.ofNanos(deadline - System.nanoTime()).toMillis();
      if (left <= 0) {
        fail("only %s was told; interruptions: %s".formatted(told, interruptions));
      }
      try {
        wait(left);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
    return List.copyOf(told);
  }

  synchronized List<Integer> batches() {
    return List.copyOf(batches);
  }

  synchronized List<UnreadableObject> setAside() {
    return List.copyOf(setAside);
  }

  synchronized List<String> interruptions() {
    return List.copyOf(interruptions);
  }

  synchronized Set<Thread> threads() {
    return Set.copyOf(threads);
  }
}
