package io.merapi.batch.placement;

import io.merapi.api.framework.Normalization;
import io.merapi.api.framework.ScorePlugin;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.extension.BatchNodeOrder.ScorePart;
import io.merapi.kube.placement.GreatestScore;
import io.merapi.kube.placement.NodeColumn;
import io.merapi.kube.placement.NodeSet;
import io.merapi.kube.placement.Unanswered;

/** What one part of the scores says of nodes, for the tasks of one class; used by one thread. */
final class ScoreColumn {

  private ScorePart part;
  private final NodeColumn raw = new NodeColumn(0);
  private final GreatestScore greatest = new GreatestScore();
  private final Normalization normalization;
  private final long weight;

  /** The greatest score that final scores are worked out with. */
  private long scale;

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

  /** The score of a node before it is measured by the greatest. */
  long raw(int node) {
    return raw.get(node);
  }

  /** Takes note of a score; one that counts is counted anew. */
  void put(int node, long score, boolean counts) {
    boolean other = score != raw.get(node);
    if (counts && other) {
      uncount(node);
    }
    raw.set(node, score);
    if (counts && other) {
      count(node);
    }
  }

  /** Counts a node among those with room now. */
  void count(int node) {
    if (normalization.readsGreatest()) {
      greatest.add(raw.get(node));
    }
  }

  /** Counts a node no longer. */
  void uncount(int node) {
    if (normalization.readsGreatest()) {
      greatest.remove(raw.get(node));
    }
  }

  /** Takes the greatest score of the nodes with room now, and says whether it is another. */
  boolean rescale() {
    long before = scale;
    scale = greatest.value();
    return scale != before;
  }

  /** Whether some node of a range has the greatest score of all; where that is none, any has. */
  boolean hasGreatest(NodeSet now, int from, int end) {
    if (scale == 0) {
      return true;
    }
    for (int node = now.next(from); node >= 0 && node < end; node = now.next(node + 1)) {
      if (raw.get(node) == scale) {
        return true;
      }
    }
    return false;
  }

  /**
   * Takes the greatest score of some nodes until {@link #rescale}, and says whether it is another.
   *
   * @param count how many of the nodes are meant, the first
   */
  boolean scaleTo(int[] nodes, int count) {
    long before = scale;
    scale = 0;
    for (int i = 0; normalization.readsGreatest() && i < count; i++) {
      scale = Math.max(scale, raw.get(nodes[i]));
    }
    return scale != before;
  }

  /**
   * The final score of a node, times the weight of the part.
   *
   * @throws Unanswered if it is out of range
   */
  long weighted(int node) throws Unanswered {
    long score = normalization.finalScore(raw.get(node), scale);
    if (score < 0 || score > ScorePlugin.MAX_SCORE) {
      throw new Unanswered();
    }
    return score * weight;
  }
}
