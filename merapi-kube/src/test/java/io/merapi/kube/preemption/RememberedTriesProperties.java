package io.merapi.kube.preemption;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/**
 * Preemption from memory decides as by the definition, on random clusters that change in between:
 * the same node, victims, violations of budgets and words.
 */
class RememberedTriesProperties {

  private static final int HISTORIES = 100;
  private static final int STEPS = 60;

  @Test
  void memoryChangesNoDecision() {
    var seen = new PreemptionHistory.Kinds();
    for (int seed = 0; seed < HISTORIES; seed++) {
      new PreemptionHistory(seed, seen).steps(STEPS);
    }
    assertThat(seen.counts()).as("what histories came to").containsKeys("Evict", "Refuse");
    assertThat(seen.remembered()).as("searches that asked about fewer nodes").isGreaterThan(500);
  }
}
