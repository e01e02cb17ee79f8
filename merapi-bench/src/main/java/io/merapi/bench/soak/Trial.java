package io.merapi.bench.soak;

/**
 * A cluster that lives through events, in which every decision is made in two ways.
 *
 * <p>Of one seed and one list of events the same comes every time.
 */
interface Trial {

  /**
   * Lets something happen.
   *
   * @param event the seed of all that is drawn in it
   * @return what happened, for people
   * @throws Difference if the two ways do not agree
   */
  String live(long event);

  /** How many decisions were compared. */
  long compared();
}
