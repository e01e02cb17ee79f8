package io.merapi.config.objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.simulation.ArrivalProcess;
import io.merapi.api.simulation.ClusterBehavior;
import io.merapi.api.simulation.Distribution;
import io.merapi.api.simulation.NodePool;
import io.merapi.api.simulation.WorkloadGenerator;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SimulationFormatsTest {

  private static final String TEMPLATE =
      """
      {"apiVersion": "v1", "kind": "Pod", "spec": {"containers": [{"name": "main"}]}}\
      """;

  @Test
  void aGeneratorHasAProcessAndAMix() {
    WorkloadGenerator generator =
        generator(
            """
            {"from": "1h", "until": "2d12h", "count": 500,
             "arrivals": {"diurnal": {"perHour": 40, "peak": "15h", "swing": 0.5}},
             "jobs": [{"share": 3, "pods": {"choice": {"1": 5, "8": 2}},
                       "runTime": {"lognormal": {"median": "20m", "p95": "4h"}}, "template": %s}]}
            """
                .formatted(TEMPLATE));

    assertThat(generator.from()).isEqualTo(Duration.ofHours(1));
    assertThat(generator.until()).isEqualTo(Duration.ofHours(60));
    assertThat(generator.count()).isEqualTo(500);
    assertThat(generator.arrivals())
        .isEqualTo(new ArrivalProcess.Diurnal(40, Duration.ofHours(15), 0.5));
    assertThat(generator.jobs())
        .singleElement()
        .satisfies(share -> {
          assertThat(share.share()).isEqualTo(3);
          assertThat(share.pods()).isEqualTo(new Distribution.Choice(Map.of(1.0, 5.0, 8.0, 2.0)));
          assertThat(share.runTime()).isEqualTo(new Distribution.LogNormal(1200, 14400));
          assertThat(share.template().kind()).isEqualTo(ObjectKind.POD);
        });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"poisson": {"perHour": 2.5}}
          {"uniform": {"every": "90s"}}
          {"bursty": {"perHour": 2, "size": {"uniform": {"min": 5, "max": 20}}, "spread": "1m"}}
          {"diurnal": {"perHour": 40, "peak": "15h", "swing": 0.5}}
          """)
  void everyProcessIsWrittenAsItIsRead(String arrivals) {
    WorkloadGenerator generator =
        generator(
            "{\"count\":1,\"arrivals\":%s,\"jobs\":[{\"template\":%s}]}"
                .formatted(arrivals, TEMPLATE));

    assertThat(KindFormats.read(ObjectKind.WORKLOAD_GENERATOR, KindFormats.write(generator)))
        .isEqualTo(generator);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          7
          0.25
          "90s"
          {"uniform": {"min": 1, "max": "2m"}}
          {"exponential": {"mean": "1h"}}
          {"normal": {"mean": 10, "deviation": 2}}
          {"lognormal": {"median": "1m", "p95": "1h"}}
          {"weibull": {"scale": "30d", "shape": 0.7}}
          {"choice": {"10s": 1, "5m": 3}}
          """)
  void everyDistributionIsWrittenAsItIsRead(String distribution) {
    var pool =
        pool("{\"count\":3,\"failures\":{\"between\":%s,\"repair\":1}}".formatted(distribution));

    assertThat(KindFormats.read(ObjectKind.NODE_POOL, KindFormats.write(pool))).isEqualTo(pool);
  }

  @Test
  void aPoolHasANodeLabelsInTurnAndFailures() {
    NodePool pool =
        pool(
            """
            {"count": 4, "spread": {"zone": ["a", "b"]},
             "failures": {"between": {"exponential": {"mean": "30d"}}, "repair": "2h"},
             "template": {"metadata": {"labels": {"gpu": "a100"}},
                          "status": {"allocatable": {"cpu": "8"}}}}
            """);

    assertThat(pool.count()).isEqualTo(4);
    assertThat(pool.spread()).isEqualTo(Map.of("zone", List.of("a", "b")));
    assertThat(pool.template().meta().labels().get("gpu")).isEqualTo("a100");
    assertThat(pool.failures())
        .isEqualTo(
            new NodePool.Failures(
                new Distribution.Exponential(30 * 86400), new Distribution.Constant(7200)));
  }

  @Test
  void aBehaviorIsIdealWhereItDoesNotSay() {
    ClusterBehavior behavior =
        (ClusterBehavior)
            KindFormats.read(
                ObjectKind.CLUSTER_BEHAVIOR,
                "{\"spec\":{\"bindLatency\":\"5ms\",\"podFailures\":0.1}}");

    assertThat(behavior.bindLatency()).isEqualTo(new Distribution.Constant(0.005));
    assertThat(behavior.podFailures()).isEqualTo(0.1);
    assertThat(behavior.terminationTime()).isEqualTo(ClusterBehavior.IDEAL.terminationTime());
    assertThat(KindFormats.read(ObjectKind.CLUSTER_BEHAVIOR, KindFormats.write(behavior)))
        .isEqualTo(behavior);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"cuont": 1}                                        | spec.cuont | is not known here; known are count, template, spread, failures
          {"failures": {"between": 1}}                        | spec.failures | must have both between and repair
          {"failures": {"between": {"gauss": {}}}}            | spec.failures.between.gauss | is no distribution; known are choice, exponential, lognormal, normal, uniform, weibull
          {"failures": {"between": {"uniform": {"min": 1}}}}  | spec.failures.between.uniform | must have max
          {"failures": {"between": {"uniform": {"min": 2, "max": 1}}}} | spec.failures.between.uniform | min must not be above max
          {"failures": {"between": "soon"}}                   | spec.failures.between | (soon) must be a number from 0 on, or a duration such as 90s, 1h30m or 2d
          {"failures": {"between": "-5s"}}                    | spec.failures.between | (-5s) must be a number from 0 on, or a duration such as 90s, 1h30m or 2d
          """)
  void whatIsWrongIsSaidWithItsPlace(String spec, String path, String message) {
    assertThatThrownBy(() -> pool(spec))
        .isInstanceOfSatisfying(
            MalformedObjectException.class,
            problem -> {
              assertThat(problem).hasMessage(message);
              assertThat(problem.path()).isEqualTo(path);
            });
  }

  @Test
  void aGeneratorMustEnd() {
    assertThatThrownBy(() ->
            generator(
                "{\"arrivals\":{\"poisson\":{\"perHour\":1}},\"jobs\":[{\"template\":%s}]}"
                    .formatted(TEMPLATE)))
        .hasMessage("spec must have until or count, or it would never end");
  }

  @Test
  void aTemplateIsSomethingThatRuns() {
    assertThatThrownBy(() ->
            generator(
                """
                {"count": 1, "arrivals": {"poisson": {"perHour": 1}},
                 "jobs": [{"template": {"apiVersion": "v1", "kind": "Node"}}]}
                """))
        .hasMessage("(Node) must be a Pod, a Job or a Volcano Job");
  }

  private static WorkloadGenerator generator(String spec) {
    return (WorkloadGenerator)
        KindFormats.read(ObjectKind.WORKLOAD_GENERATOR, "{\"spec\":%s}".formatted(spec));
  }

  private static NodePool pool(String spec) {
    return (NodePool) KindFormats.read(ObjectKind.NODE_POOL, "{\"spec\":%s}".formatted(spec));
  }
}
