package io.merapi.sim.recording;

import io.merapi.api.batch.PodGroup;
import io.merapi.api.batch.Queue;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.resource.Resources;
import io.merapi.api.session.extension.BatchPlugin;
import io.merapi.api.session.extension.Explained;
import io.merapi.batch.plugins.capacity.Capacity;
import io.merapi.batch.plugins.proportion.Proportion;
import io.merapi.batch.session.SchedulingSession;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * All queues, and what they deserve: what {@code proportion} or {@code capacity} has said in its
 * last session, or, where neither is configured, parts of the cluster by the weights of the queues
 * that have jobs.
 */
final class QueueBook {

  private final String defaultQueue;
  private final ResourceDictionary dictionary;
  private final ResourceMeter cluster;
  private final Map<String, QueueTally> queues = new TreeMap<>();
  private final List<QueueTally> changed = new ArrayList<>();
  private boolean deservedIsSaid;

  /**
   * @param defaultQueue of groups that name none
   */
  QueueBook(String defaultQueue, ResourceDictionary dictionary, ResourceMeter cluster) {
    this.defaultQueue = defaultQueue;
    this.dictionary = dictionary;
    this.cluster = cluster;
  }

  void see(Queue queue) {
    QueueTally tally = tally(queue.name());
    if (tally.weight() != queue.weight()) {
      tally.weigh(queue.weight());
    }
  }

  QueueTally of(PodGroup group) {
    return tally(group.queue().isEmpty() ? defaultQueue : group.queue());
  }

  private QueueTally tally(String queue) {
    return queues.computeIfAbsent(queue, name -> new QueueTally(name, changed));
  }

  /** Takes from a session what its queues deserve. */
  void see(SchedulingSession session) {
    for (BatchPlugin plugin : session.plugins().all()) {
      boolean divides =
          plugin.name().equals(Proportion.NAME) || plugin.name().equals(Capacity.NAME);
      if (divides
          && plugin instanceof Explained explained
          && explained.attributes().get("queues") instanceof Map<?, ?> shares) {
        deservedIsSaid = true;
        queues.forEach((name, tally) -> deserve(tally, shares.get(name)));
      }
    }
  }

  /** Scalars of sessions are in thousandths, and named by another dictionary. */
  private void deserve(QueueTally tally, @Nullable Object share) {
    if (share instanceof Map<?, ?> figures
        && figures.get("deserved") instanceof Resources deserved) {
      for (int id = 0; id < cluster.size(); id++) {
        int theirs = deserved.dictionary().find(dictionary.name(id));
        double unit = id == ResourceDictionary.CPU || id == ResourceDictionary.MEMORY ? 1 : 1000;
        double amount = theirs < 0 ? 0 : deserved.get(theirs) / unit;
        tally.deserve(id, Math.min(amount, (double) cluster.offered(id)));
      }
    }
  }

  void settle(long now, boolean offersChanged) {
    if (!offersChanged && changed.isEmpty()) {
      return;
    }
    if (!deservedIsSaid) {
      divideByWeight();
    }
    for (QueueTally tally : offersChanged ? queues.values() : changed) {
      tally.settle(now, cluster);
    }
    changed.clear();
  }

  private void divideByWeight() {
    double weights = 0;
    for (QueueTally tally : queues.values()) {
      weights += tally.hasJobs() ? tally.weight() : 0;
    }
    for (QueueTally tally : queues.values()) {
      double part = tally.hasJobs() && weights > 0 ? tally.weight() / weights : 0;
      for (int id = 0; id < cluster.size(); id++) {
        tally.deserve(id, part * cluster.offered(id));
      }
    }
  }

  /** Those that jobs came to, by name. */
  List<QueueTally> withJobs() {
    return queues.values().stream().filter(QueueTally::everHadJobs).toList();
  }
}
