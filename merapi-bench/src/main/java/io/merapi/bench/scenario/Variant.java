package io.merapi.bench.scenario;

import io.merapi.bench.measure.Trial;
import java.util.function.Supplier;

/**
 * One thing that a scenario measures.
 *
 * @param name empty where the scenario measures nothing else
 * @param trials makes it ready, from the beginning each time
 */
public record Variant(String name, Supplier<? extends Trial> trials) {

  static Variant only(Supplier<? extends Trial> trials) {
    return new Variant("", trials);
  }
}
