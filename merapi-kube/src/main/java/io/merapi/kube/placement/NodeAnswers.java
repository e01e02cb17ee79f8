package io.merapi.kube.placement;

import java.util.Arrays;

/**
 * Where answers about many nodes are written down, each at its own place so that several threads
 * can, before one of them takes note of all; one for all classes, written over by each. Used by the
 * thread that decides.
 */
final class NodeAnswers {

  /** So many nodes are asked about one after the other, without keeping their answers apart. */
  static final int FEW = 64;

  /** The answers for so many nodes are kept apart at most. */
  static final int MOST = 1024;

  private int[] nodes = new int[0];
  private long[] answers = new long[0];

  /** Room for the indices of some nodes. */
  int[] nodes(int count) {
    if (nodes.length < count) {
      nodes = Arrays.copyOf(nodes, count);
    }
    return nodes;
  }

  /** Room for some answers. */
  long[] answers(int count) {
    if (answers.length < count) {
      answers = new long[count];
    }
    return answers;
  }
}
