package io.merapi.batch.placement;

import io.merapi.api.framework.Normalization;
import io.merapi.api.framework.ScorePlugin;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.extension.BatchNodeOrder.ScorePart;
import io.merapi.kube.placement.NodeColumn;
import io.merapi.kube.placement.NodeSet;
import io.merapi.kube.placement.Unanswered;

/** What one part of the scores says of nodes, for the tasks of one class; used by one thread. */
final class ScoreColumn {

  private ScorePart part;
  private final NodeColumn raw = new NodeColumn(0);
  private final Normalization normalization;
  private final long weight;

  ScoreColumn(ScorePart part) {
    this.part = part;
    this.normalization = part.normalization();
    this.weight = part.weight();
  }

  /** Asks another part from now on; false where that may say something else than this one. */
  boolean goesOn(ScorePart other) {
    boolean goesOn = part.equals(other);
    part = goesOn ? other : part;
    return goesOn;
  }

  /** Asks the part about a node; changes nothing here. */
  long ask(SessionNode node) {
    return part.raw(node);
  }

  /** Takes note of a score. */
  void put(int node, long score) {
    raw.set(node, score);
  }

  /** The score of a node before it is measured by the greatest. */
  long raw(int node) {
    return raw.get(node);
  }

  /** Whether scores are measured by the greatest. */
  boolean readsGreatest() {
    return normalization.readsGreatest();
  }

  /**
   * The score that others are measured by where some nodes are scored and no others.
   *
   * @param count how many of the nodes are meant, the first
   */
  long scaleAmong(int[] nodes, int count) {
    long scale = 0;
    for (int i = 0; readsGreatest() && i < count; i++) {
      scale = Math.max(scale, raw.get(nodes[i]));
    }
    return scale;
  }

  /** Whether some node of a range has the greatest score of all; where that is none, any has. */
  boolean has(long greatest, NodeSet now, int from, int end) {
    if (greatest == 0) {
      return true;
    }
    for (int node = now.next(from); node >= 0 && node < end; node = now.next(node + 1)) {
      if (raw.get(node) == greatest) {
        return true;
      }
    }
    return false;
  }

  /**
   * The final score of a node, times the weight of the part.
   *
   * @param scale the score that others are measured by
   * @throws Unanswered if it is out of range
   */
  long weighted(int node, long scale) throws Unanswered {
    long score = normalization.finalScore(raw.get(node), scale);
    if (score < 0 || score > ScorePlugin.MAX_SCORE) {
      throw new Unanswered();
    }
    return score * weight;
  }
}
