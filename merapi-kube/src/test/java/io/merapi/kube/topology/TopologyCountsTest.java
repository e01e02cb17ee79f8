package io.merapi.kube.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.meta.Labels;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TopologyCountsTest {

  private static final Labels NODE = Labels.of("zone", "a", "rack", "1");

  private final TopologyCounts counts = new TopologyCounts();

  @Test
  void countsOnlyInTopologiesThatTheNodeIsPartOf() {
    counts.add(NODE, "zone", 2);
    counts.add(NODE, "region", 5);
    assertThat(counts.get("zone", "a")).isEqualTo(2);
    assertThat(counts.get("zone", "b")).isZero();
    assertThat(counts.get("region", "a")).isZero();
  }

  @Test
  void addsUpTheDomainsOfANode() {
    counts.add(NODE, "zone", 2);
    counts.add(NODE, "rack", -5);
    assertThat(counts.sum(NODE)).isEqualTo(-3);
    assertThat(counts.sum(Labels.of("zone", "a"))).isEqualTo(2);
    assertThat(counts.positive(NODE)).isEqualTo("zone");
    assertThat(counts.positive(Labels.of("rack", "1"))).isNull();
  }

  @Test
  void knowsWhetherAllIsZeroAgain() {
    assertThat(counts.allZero()).isTrue();
    counts.add(NODE, "zone", 1);
    counts.add(NODE, "zone", 1);
    counts.add(NODE, "zone", -1);
    assertThat(counts.allZero()).isFalse();
    counts.add(NODE, "zone", -1);
    assertThat(counts.allZero()).isTrue();
  }

  @Test
  void knowsTopologiesOfWhichADomainHadANumber() {
    assertThat(counts.topologies()).isZero();
    counts.add(NODE, "zone", 0);
    assertThat(counts.topologies()).isOne();
    assertThat(counts.allZero()).isTrue();
  }

  @Test
  void copyGoesItsOwnWay() {
    counts.add(NODE, "zone", 1);
    TopologyCounts copy = counts.copy();
    copy.add(NODE, "zone", 1);
    copy.add(NODE, "rack", 1);
    assertThat(counts.get("zone", "a")).isEqualTo(1);
    assertThat(counts.get("rack", "1")).isZero();
    assertThat(copy).hasToString("zone{a=2}rack{1=1}");
  }

  /** With differences up to the first the numbers stay small; up to the others they grow large. */
  @ParameterizedTest
  @ValueSource(ints = {3, 100, 100_000})
  void domainCountsAreAMap(int greatest) {
    var random = new Random(1);
    var domains = new DomainCounts();
    Map<String, Long> model = new HashMap<>();
    for (int i = 0; i < 5_000; i++) {
      String domain = "domain-" + random.nextInt(700);
      long difference = random.nextInt(-greatest, greatest + 1);
      long sum = model.merge(domain, difference, Long::sum);
      assertThat(domains.add(domain, difference)).isEqualTo(sum);
    }
    assertThat(domains.size()).isEqualTo(model.size());
    model.forEach((domain, count) -> assertThat(domains.get(domain)).isEqualTo(count));
    assertThat(domains.has("domain-0")).isTrue();
    assertThat(domains.has("elsewhere")).isFalse();
    var sum = new AtomicLong();
    domains.forEach(sum::addAndGet);
    assertThat(sum).hasValue(model.values().stream().mapToLong(Long::longValue).sum());
  }
}
