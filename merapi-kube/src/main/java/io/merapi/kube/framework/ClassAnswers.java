package io.merapi.kube.framework;

import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.PreFilterResult;
import io.merapi.api.framework.Verdict;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What plugins answered for one class of pods before any node was looked at, as far as the answers
 * follow from the class alone; filled as plugins are asked. Used by one thread.
 */
public final class ClassAnswers {

  final Answers<PreFilterResult> preFilters = new Answers<>();
  final Answers<Verdict> preScores = new Answers<>();

  /** The answers at one extension point, by the place of the plugin there. */
  static final class Answers<A> {

    private @Nullable Object[] known = new Object[0];

    /** The answer of a plugin; absent where it has not been asked yet. */
    @SuppressWarnings("unchecked") // keep puts nothing else in
    @Nullable Answer<A> at(int place) {
      return place < known.length ? (Answer<A>) known[place] : null;
    }

    void keep(int place, Answer<A> answer) {
      if (place >= known.length) {
        known = Arrays.copyOf(known, place + 1);
      }
      known[place] = answer;
    }
  }

  /**
   * An answer.
   *
   * @param state what the plugin put into the state with it
   */
  record Answer<A>(A answer, CycleState state) {}
}
