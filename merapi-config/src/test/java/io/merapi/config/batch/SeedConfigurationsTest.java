package io.merapi.config.batch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The example configurations: all load, and what is to be said about each is said. */
class SeedConfigurationsTest {

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void loadsWithTheseRemarks(String name, List<String> remarks) {
    BatchReading reading = BatchConfigurationReader.read(name, resource(name));

    assertThat(reading.configuration()).isPresent();
    assertThat(Readings.summary(reading)).containsExactlyElementsOf(remarks);
  }

  static Stream<Arguments> loadsWithTheseRemarks() {
    return Stream.of(
        example("binpack"),
        example("cdp"),
        example("extender", "FALLBACK POINTLESS actions", "FALLBACK POINTLESS actions"),
        example("nodegroup", "FALLBACK POINTLESS actions", "FALLBACK POINTLESS actions"),
        example("nodeorder"),
        example(
            "out-of-tree",
            "NOTE OLD_SPELLING tiers[0].plugins[0].enabledNodeOrder",
            "FALLBACK UNKNOWN_NAME tiers[0].plugins[0].name"),
        example("overcommit"),
        example("pdb", "FALLBACK POINTLESS actions", "FALLBACK POINTLESS actions"),
        example("predicates-cache"),
        example(
            "predicates-configmap",
            "FALLBACK POINTLESS"
                + " tiers[0].plugins[0].arguments.predicate.DynamicResourceAllocationEnable"),
        example("priority-and-gang"),
        example("reclaim-and-preempt"),
        example(
            "resource-strategy-fit", "FALLBACK POINTLESS actions", "FALLBACK POINTLESS actions"),
        example("resourcequota"),
        example("task-topology", "FALLBACK POINTLESS actions", "FALLBACK POINTLESS actions"),
        example("tiers-general"),
        example("tiers-gpu"),
        example("tiers-multi-tenant", "NOTE POINTLESS tiers[1].plugins[3].name"),
        example(
            "tiers-switches",
            "NOTE OLD_SPELLING tiers[0].plugins[0].enabledJobOrder",
            "NOTE OLD_SPELLING tiers[0].plugins[0].enabledJobReady",
            "NOTE OLD_SPELLING tiers[0].plugins[0].enabledJobPipelined",
            "NOTE OLD_SPELLING tiers[0].plugins[1].enabledJobOrder",
            "NOTE OLD_SPELLING tiers[0].plugins[1].enabledTaskOrder",
            "NOTE OLD_SPELLING tiers[1].plugins[0].enabledJobOrder",
            "NOTE OLD_SPELLING tiers[1].plugins[0].enabledPreemptable",
            "NOTE OLD_SPELLING tiers[1].plugins[1].enabledQueueOrder",
            "NOTE OLD_SPELLING tiers[1].plugins[1].enabledReclaimable",
            "NOTE OLD_SPELLING tiers[2].plugins[0].enabledPredicate",
            "NOTE OLD_SPELLING tiers[2].plugins[1].enabledNodeOrder",
            "NOTE OLD_SPELLING tiers[2].plugins[2].enabledNodeOrder"),
        example("usage", "NOTE POINTLESS tiers[0].plugins[0].name"),
        example("volume-shape"));
  }

  private static Arguments example(String name, String... remarks) {
    return Arguments.of(name, List.of(remarks));
  }

  private static String resource(String name) {
    try (InputStream in =
        Objects.requireNonNull(
            SeedConfigurationsTest.class.getResourceAsStream("/seeds/" + name + ".yaml"))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
