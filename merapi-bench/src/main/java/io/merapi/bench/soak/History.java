package io.merapi.bench.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongFunction;
import java.util.stream.LongStream;

/**
 * The events of one trial.
 *
 * @param seed of the trial
 */
record History(long seed, List<Long> events) {

  History {
    events = List.copyOf(events);
  }

  /** As many events as wanted, all of which the seed decides. */
  static History of(long seed, int events) {
    var random = new SplittableRandom(seed);
    return new History(seed, LongStream.generate(random::nextLong).limit(events).boxed().toList());
  }

  /** Lives through it all, and says how it ends. */
  Ending run(LongFunction<Trial> trials) {
    Trial trial = trials.apply(seed);
    var story = new ArrayList<String>();
    for (long event : events) {
      try {
        story.add(trial.live(event));
      } catch (RuntimeException | StackOverflowError | AssertionError e) {
        // A plugin or a check that breaks is as good a find as a difference.
        return new Ending(story, e.toString(), trial.compared());
      }
    }
    return new Ending(story, "", trial.compared());
  }

  /** The shortest history found that does not end well either. */
  History shrunk(LongFunction<Trial> trials) {
    int last = Math.min(run(trials).story().size() + 1, events.size());
    return new History(
        seed,
        Shrinker.shrink(
            events.subList(0, last), some -> !new History(seed, some).run(trials).well()));
  }

  /**
   * How a history ended.
   *
   * @param story what happened before the end
   * @param trouble what is wrong; empty where all is well
   * @param compared how many decisions were compared
   */
  record Ending(List<String> story, String trouble, long compared) {

    boolean well() {
      return trouble.isEmpty();
    }
  }
}
