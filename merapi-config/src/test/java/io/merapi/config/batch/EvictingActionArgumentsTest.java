package io.merapi.config.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.batch.actions.preempt.PreemptArgs;
import io.merapi.batch.actions.reclaim.ReclaimArgs;
import io.merapi.batch.configuration.ActionArguments;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the actions preempt and reclaim read from a configuration. */
class EvictingActionArgumentsTest {

  @Test
  void withoutArgumentsTheDefaultsHold() {
    ActionArguments arguments = read("preempt", "");
    assertThat(arguments.preempt()).isEqualTo(new PreemptArgs(true, false, 16, 10, 1, 100));
    assertThat(arguments.reclaim()).isEqualTo(new ReclaimArgs(true));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "predicateErrorCacheEnable: false     | false, false, 16, 10, 1, 100",
        "enableTopologyAwarePreemption: true  | true, true, 16, 10, 1, 100",
        "topologyAwarePreemptWorkerNum: 3     | true, false, 3, 10, 1, 100",
        "minCandidateNodesPercentage: 35      | true, false, 16, 35, 1, 100",
        "minCandidateNodesAbsolute: 7         | true, false, 16, 10, 7, 100",
        "maxCandidateNodesAbsolute: 9         | true, false, 16, 10, 1, 9"
      })
  void oneArgumentOfPreempt(String argument, String expected) {
    PreemptArgs args = read("preempt", argument).preempt();
    assertThat(text(args)).isEqualTo(expected);
    assertThat(Readings.read(configuration("preempt", argument)).problems()).isEmpty();
  }

  /** Upstream computes with numbers that make no sense, and leaves out what is no number. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "predicateErrorCacheEnable: perhaps     | true, false, 16, 10, 1, 100",
        "enableTopologyAwarePreemption: [true]  | true, false, 16, 10, 1, 100",
        "topologyAwarePreemptWorkerNum: 0       | true, false, 0, 10, 1, 100",
        "topologyAwarePreemptWorkerNum: many    | true, false, 16, 10, 1, 100",
        "minCandidateNodesPercentage: 101       | true, false, 16, 101, 1, 100",
        "minCandidateNodesPercentage: 1.5       | true, false, 16, 10, 1, 100",
        "minCandidateNodesAbsolute: -1          | true, false, 16, 10, -1, 100",
        "minCandidateNodesAbsolute: few         | true, false, 16, 10, 1, 100",
        "maxCandidateNodesAbsolute: 0           | true, false, 16, 10, 1, 0",
        "maxCandidateNodesAbsolute: {}          | true, false, 16, 10, 1, 100"
      })
  void aBadValueIsReportedByNameAndUpstreamsFallbackHolds(String argument, String expected) {
    assertThat(text(read("preempt", argument).preempt())).isEqualTo(expected);
    assertThat(Readings.read(configuration("preempt", argument)).problems())
        .singleElement()
        .satisfies(problem ->
            assertThat(problem.path()).endsWith(argument.substring(0, argument.indexOf(':'))));
  }

  @Test
  void reclaimReadsWhetherRefusalsAreRemembered() {
    assertThat(read("reclaim", "predicateErrorCacheEnable: false").reclaim())
        .isEqualTo(new ReclaimArgs(false));
    String bad = "predicateErrorCacheEnable: 7";
    assertThat(read("reclaim", bad).reclaim()).isEqualTo(new ReclaimArgs(true));
    assertThat(Readings.read(configuration("reclaim", bad)).problems()).hasSize(1);
  }

  private static ActionArguments read(String action, String argument) {
    return Readings.accepted(Readings.read(configuration(action, argument))).actionArguments();
  }

  private static String configuration(String action, String argument) {
    return """
    actions: "allocate, %s"
    tiers:
    - plugins:
      - name: gang
      - name: predicates
    configurations:
    - name: %s
      arguments: {%s}
    """
        .formatted(action, action, argument);
  }

  private static String text(PreemptArgs args) {
    return "%s, %s, %s, %s, %s, %s"
        .formatted(
            args.predicateErrorCache(),
            args.topologyAware(),
            args.workers(),
            args.minCandidatesPercentage(),
            args.minCandidates(),
            args.maxCandidates());
  }
}
