package io.merapi.cluster.effects;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Tells what sessions find once a schedule period, as upstream's sessions do: each thing once, and
 * nothing that good news has overtaken. That a pod has no node while the rest of its group is being
 * made, a moment before it has, is of use to nobody.
 */
final class GatheredReports {

  private final Duration period;

  /** How each thing is told, by the uid of its object and what it is about. */
  private final Map<String, Map<String, Runnable>> waiting = new LinkedHashMap<>();

  GatheredReports(Duration period) {
    this.period = period;
  }

  /**
   * Has something told when the period is over, unless something newer is.
   *
   * @param subject what takes the place of what: one thing of each is told
   */
  void add(String uid, String subject, Runnable telling) {
    synchronized (waiting) {
      if (waiting.isEmpty()) {
        Thread.ofVirtual().name("reports-of-sessions").start(this::tellAll);
      }
      waiting.computeIfAbsent(uid, _ -> new LinkedHashMap<>()).put(subject, telling);
    }
  }

  /** Has nothing told of an object that has not been yet. */
  void forget(String uid) {
    synchronized (waiting) {
      // Its place stays: were nothing left, the next report would start a second thread.
      waiting.computeIfPresent(uid, (_, _) -> new LinkedHashMap<>());
    }
  }

  private void tellAll() {
    try {
      Thread.sleep(period);
    } catch (InterruptedException _) {
      // Nobody interrupts it.
    }
    List<Runnable> tellings = new ArrayList<>();
    synchronized (waiting) {
      waiting.values().forEach(ofObject -> tellings.addAll(ofObject.values()));
      waiting.clear();
    }
    tellings.forEach(Runnable::run);
  }
}
