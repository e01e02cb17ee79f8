package io.merapi.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.cli.chart.Chart;
import io.merapi.cli.chart.Manifests;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The command lines that the chart makes. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class ChartOptionsTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{mode: kube}",
        "{mode: batch, scheduler_replicas: 2, scheduler_kube_api_qps: 500}",
        "{mode: both, scheduler_feature_gates: 'DynamicResourceAllocation=true'}",
        "{mode: batch, scheduler_metrics_enable: 'false', scheduler_log_format: json}",
        "{mode: both, scheduler_plugins_volume: {emptyDir: {}}}"
      })
  void theProgramKnowsEveryOptionThatItIsGiven(String custom) {
    Map<?, ?> deployment = Chart.render("custom: " + custom).only("Deployment");
    List<?> args = Manifests.items(deployment, "spec", "template", "spec", "containers", 0, "args");

    assertThat(args.getFirst()).hasToString("run");
    var commands = Merapi.commandLine();
    commands.parseArgs(args.stream().map(Object::toString).toArray(String[]::new));
  }
}
