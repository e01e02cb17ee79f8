package io.merapi.kube.plugins.podtopologyspread;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.kube.topology.DomainCounts;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DomainLoadsTest {

  @Test
  void fewestIsExactHoweverDomainsChange() {
    for (int seed = 0; seed < 50; seed++) {
      var random = new Random(seed);
      var loads = new DomainLoads(new DomainCounts());
      Map<String, Long> model = new HashMap<>();
      int drift = random.nextInt(-40, 41);
      for (int i = 0; i < 400; i++) {
        String domain = "domain-" + random.nextInt(6);
        int difference = random.nextInt(10) == 0 ? drift : random.nextInt(-2, 3);
        loads.add(domain, difference);
        model.merge(domain, (long) difference, Long::sum);
        long fewest = model.values().stream().mapToLong(Long::longValue).min().orElseThrow();
        assertThat(loads.fewest(1)).as("seed %d, step %d", seed, i).isEqualTo(fewest);
      }
    }
  }

  @Test
  void withoutDomainsNothingIsTooMuchUnlessOneIsWanted() {
    var loads = new DomainLoads(new DomainCounts());
    assertThat(loads.fewest(1)).isZero();
    assertThat(loads.fewest(0)).isEqualTo(Integer.MAX_VALUE);
  }
}
