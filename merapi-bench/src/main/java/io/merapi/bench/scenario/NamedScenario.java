package io.merapi.bench.scenario;

/** A scenario of a kind of which there are several, told apart by what they are made with. */
abstract class NamedScenario implements Scenario {

  private final String name;
  private final String summary;

  NamedScenario(String name, String summary) {
    this.name = name;
    this.summary = summary;
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final String summary() {
    return summary;
  }
}
