package io.merapi.remote.usage;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.batch.usage.MetricsSource;
import io.merapi.batch.usage.UsageSource;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

class UsageSourcesTest {

  @Test
  void theTypeSaysWhoIsAsked() {
    assertThat(of(new MetricsSource.None())).isSameAs(UsageSource.NONE);
    assertThat(of(new MetricsSource.Prometheus("http://p", false)))
        .isInstanceOf(PrometheusUsage.class);
    assertThat(of(new MetricsSource.Elasticsearch("http://e", true, "i", "h", "", "")))
        .isInstanceOf(ElasticsearchUsage.class);
    assertThat(of(new MetricsSource.PrometheusAdaptor())).isInstanceOf(CustomMetricsUsage.class);
  }

  private static UsageSource of(MetricsSource source) {
    return UsageSources.of(source, path -> "", InstantSource.system());
  }
}
