package io.merapi.batch.plugins.proportion;

import io.merapi.api.framework.CycleState;
import io.merapi.api.resource.Resources;
import io.merapi.batch.measures.QueueFigures;
import io.merapi.kube.persistent.Edit;
import io.merapi.kube.persistent.PersistentMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The shares of all queues that have jobs, as they stand now.
 *
 * <p>Copies share everything that does not change, because one is made for every node on which a
 * dry run is made.
 */
final class QueueShares implements CycleState.Copied {

  private PersistentMap<String, QueueShare> byQueue;
  private Edit sinceCopy = new Edit();

  QueueShares(Map<String, QueueShare> shares) {
    byQueue = PersistentMap.empty();
    shares.forEach((queue, share) -> byQueue = byQueue.with(queue, share, sinceCopy));
  }

  private QueueShares(PersistentMap<String, QueueShare> byQueue) {
    this.byQueue = byQueue;
  }

  @Override
  public QueueShares copy() {
    sinceCopy = new Edit();
    return new QueueShares(byQueue);
  }

  /** The share of a queue; null where it had no jobs when the session was opened. */
  @Nullable QueueShare of(String queue) {
    return byQueue.get(queue);
  }

  /**
   * Counts what a task has been given.
   *
   * @return whether the queue is known
   */
  boolean take(String queue, Resources amount) {
    QueueShare share = changeable(queue);
    if (share != null) {
      share.take(amount);
    }
    return share != null;
  }

  /**
   * Counts what a task has given back.
   *
   * @return whether the queue is known
   */
  boolean giveBack(String queue, Resources amount) {
    QueueShare share = changeable(queue);
    if (share != null) {
      share.giveBack(amount);
    }
    return share != null;
  }

  /** Keeps an amount for a job that has been admitted. */
  void reserve(String queue, Resources amount) {
    QueueShare share = changeable(queue);
    if (share != null) {
      share.reserve(amount);
    }
  }

  /** The share of a queue that no copy has in common with this one; null where it is not known. */
  @SuppressWarnings("ReferenceEquality") // which object it is, is the question
  private @Nullable QueueShare changeable(String queue) {
    QueueShare share = byQueue.get(queue);
    if (share == null) {
      return null;
    }
    QueueShare own = share.in(sinceCopy);
    if (own != share) {
      byQueue = byQueue.with(queue, own, sinceCopy);
    }
    return own;
  }

  List<QueueFigures> figures() {
    var figures = new ArrayList<QueueFigures>();
    byQueue.forEach((queue, share) -> figures.add(share.figures(queue)));
    return figures;
  }

  Map<String, @Nullable Object> attributes() {
    var attributes = new TreeMap<String, @Nullable Object>();
    byQueue.forEach((queue, share) -> attributes.put(queue, share.attributes()));
    return attributes;
  }
}
