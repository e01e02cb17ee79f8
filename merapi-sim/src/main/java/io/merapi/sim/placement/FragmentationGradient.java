package io.merapi.sim.placement;

import io.merapi.sim.trace.PodShape;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Fragmentation gradient descent, the policy of the paper: likes the node, and on it the card,
 * where the pod adds least to the fragments of the cluster.
 *
 * <p>What is left of a node's GPUs is a fragment for a kind of pods in so far as no such pod can
 * use it: all of it where none fits, for want of cards, cpu or the right model, and else the cards
 * that have less left than one of them needs. The fragments of a node are the mean over the kinds
 * of the workload, each weighed by how many pods are of it. Kinds without GPUs find all that is
 * left a fragment, wherever a pod goes, and therefore make no difference.
 *
 * <p>The growth of fragments is a score in whole numbers from 0 to 100, as in the scheduler of the
 * paper's authors: what differs by less is alike, and the first is taken. That is better than to
 * heed every difference, by half a percent of all GPUs.
 *
 * <p>Implementation note: a rating depends on the node and the kind of the pod only, and is
 * remembered until the node takes another pod.
 */
final class FragmentationGradient implements RatingPlacer.Rating {

  private static final int BEST_SCORE = 100;

  private final List<Kind> kinds = new ArrayList<>();
  private final IdentityHashMap<ModelNode, Ratings> remembered = new IdentityHashMap<>();

  /** Pods that are alike, with their share of all. */
  private record Kind(PodShape pod, double share) {}

  /** How good a node is, and by which card. */
  private record Choice(int score, int card) {}

  /** The choices for one node since it last took a pod. */
  private static final class Ratings {
    final Map<PodShape, Choice> choices = new HashMap<>();
    int taken;
  }

  FragmentationGradient(List<PodShape> workload) {
    var counts = new LinkedHashMap<PodShape, Integer>();
    for (PodShape pod : workload) {
      // What a kind needs of memory does not count.
      counts.merge(
          new PodShape(pod.cpuMillis(), 0, pod.cards(), pod.cardMillis(), pod.cardTypes()),
          1,
          Integer::sum);
    }
    counts.forEach((pod, count) -> {
      if (pod.cards() > 0) {
        kinds.add(new Kind(pod, (double) count / workload.size()));
      }
    });
  }

  @Override
  public double of(ModelNode node, PodShape pod) {
    return -choice(node, pod).score;
  }

  @Override
  public int card(ModelNode node, PodShape pod) {
    return choice(node, pod).card;
  }

  private Choice choice(ModelNode node, PodShape pod) {
    Ratings ratings = remembered.computeIfAbsent(node, _ -> new Ratings());
    if (ratings.taken != node.taken) {
      ratings.choices.clear();
      ratings.taken = node.taken;
    }
    return ratings.choices.computeIfAbsent(pod, one -> choose(node, one));
  }

  private Choice choose(ModelNode node, PodShape pod) {
    double before = fragments(node, node.freeCards, node.freeCpu);
    long cpu = node.freeCpu - pod.cpuMillis();
    if (!pod.sharesCard()) {
      int[] left = node.freeCards.clone();
      int missing = pod.cards();
      for (int card = 0; missing > 0; card++) {
        if (left[card] == PodShape.WHOLE_CARD) {
          left[card] = 0;
          missing--;
        }
      }
      return new Choice(score(fragments(node, left, cpu) - before), 0);
    }
    Choice best = new Choice(-1, 0);
    for (int card = 0; card < node.freeCards.length; card++) {
      if (node.freeCards[card] >= pod.cardMillis()) {
        int[] left = node.freeCards.clone();
        left[card] -= pod.cardMillis();
        int score = score(fragments(node, left, cpu) - before);
        best = score > best.score ? new Choice(score, card) : best;
      }
    }
    return best;
  }

  private static int score(double growth) {
    return (int) (BEST_SCORE / (1 + Math.exp(growth / PodShape.WHOLE_CARD)));
  }

  /** What a pod of the workload, drawn by chance, cannot use of a node's free GPUs. */
  private double fragments(ModelNode node, int[] cards, long cpu) {
    long free = 0;
    for (int card : cards) {
      free += card;
    }
    double fragments = 0;
    for (Kind kind : kinds) {
      PodShape pod = kind.pod;
      int enough = 0;
      long tooSmall = 0;
      for (int card : cards) {
        if (card >= pod.cardMillis()) {
          enough++;
        } else {
          tooSmall += card;
        }
      }
      boolean fits =
          enough >= pod.cards()
              && cpu >= pod.cpuMillis()
              && (pod.cardTypes().isEmpty() || pod.cardTypes().contains(node.origin.cardType()));
      fragments += kind.share * (fits ? tooSmall : free);
    }
    return fragments;
  }
}
