package io.merapi.batch.placement;

import org.jspecify.annotations.Nullable;

/** The scores that plugins give by kinds of nodes, for some nodes that a task chooses from. */
final class KindAnswers {

  /** No plugin has anything to say. */
  static final KindAnswers NONE = new KindAnswers(new double[0][], new double[0][]);

  private final double[] @Nullable [] alone;
  private final double[] @Nullable [] together;

  /**
   * @param alone those that are given to nodes one by one: by the place of the plugin in {@link
   *     OwnTerms#byKinds} and then by node; null where it has nothing to say
   * @param together those that are given to all nodes together: by the place of the plugin among
   *     all of that point and then by node; null where it does not go by kinds or has nothing to
   *     say
   */
  KindAnswers(double[] @Nullable [] alone, double[] @Nullable [] together) {
    this.alone = alone;
    this.together = together;
  }

  /** The score of the node at a place by a plugin that scores nodes one by one. */
  double alone(int plugin, int place) {
    return of(alone, plugin, place);
  }

  /** The score of the node at a place by a plugin that scores nodes together. */
  double together(int plugin, int place) {
    return of(together, plugin, place);
  }

  private static double of(double[] @Nullable [] scores, int plugin, int place) {
    double[] known = plugin < scores.length ? scores[plugin] : null;
    return known == null ? 0 : known[place];
  }
}
