package io.merapi.cli.chart;

import static io.merapi.cli.chart.Manifests.at;
import static io.merapi.cli.chart.Manifests.fields;
import static io.merapi.cli.chart.Manifests.items;
import static io.merapi.cli.chart.Manifests.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.marcnuri.helm.Helm;
import com.marcnuri.helm.LintResult;
import io.merapi.api.feature.FeatureGates;
import io.merapi.config.batch.BatchConfigurationReader;
import io.merapi.config.batch.BatchReading;
import io.merapi.config.kube.KubeConfigurationReader;
import io.merapi.config.kube.KubeConfigurationReading;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a release of the chart brings to a cluster. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class ChartTest {

  @Test
  void helmHasNothingAgainstTheChart() {
    LintResult result = new Helm(Chart.DIRECTORY).lint().strict().call();

    assertThat(result.isFailed()).as("%s", result.getMessages()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"kube", "batch", "both"})
  void theSchedulerHasNoRightsOnItsNode(String mode) {
    Map<?, ?> pod = pod(Chart.render("custom: {mode: %s}".formatted(mode)));

    assertThat(fields(pod, "securityContext"))
        .asString()
        .contains("runAsNonRoot=true", "runAsUser=65532", "type=RuntimeDefault");
    assertThat(fields(pod, "containers", 0, "securityContext"))
        .asString()
        .contains(
            "allowPrivilegeEscalation=false",
            "readOnlyRootFilesystem=true",
            "capabilities={drop=[ALL]}");
    assertThat(items(pod, "containers")).hasSize(1);
    assertThat(fields(pod, "containers", 0, "resources", "limits").containsKey("memory")).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "kube, https, HTTPS, 10259",
    "batch, healthz, HTTP, 11251",
    "both, https, HTTPS, 10259"
  })
  void probesAskWhereHealthIsServed(String mode, String port, String scheme, int number) {
    Map<?, ?> container =
        fields(pod(Chart.render("custom: {mode: %s}".formatted(mode))), "containers", 0);

    for (String probe : List.of("startupProbe", "livenessProbe", "readinessProbe")) {
      assertThat(text(container, probe, "httpGet", "port")).isEqualTo(port);
      assertThat(text(container, probe, "httpGet", "scheme")).isEqualTo(scheme);
    }
    assertThat(text(container, "readinessProbe", "httpGet", "path")).isEqualTo("/readyz");
    assertThat(items(container, "ports"))
        .anySatisfy(served -> {
          assertThat(text(served, "name")).isEqualTo(port);
          assertThat(at(served, "containerPort")).isEqualTo(number);
        });
  }

  @Test
  void configurationsAreThoseThatTheProgramReads() {
    Map<?, ?> data = fields(Chart.render("custom: {mode: both}").only("ConfigMap"), "data");

    BatchReading batch =
        BatchConfigurationReader.read(
            "volcano-scheduler.conf", text(data, "volcano-scheduler.conf"));
    assertThat(batch.problems()).isEmpty();
    assertThat(batch.configuration()).isPresent();
    KubeConfigurationReading kube =
        new KubeConfigurationReader()
            .read("scheduler.yaml", text(data, "scheduler.yaml"), FeatureGates.DEFAULTS);
    assertThat(kube.problems()).isEmpty();
    assertThat(kube.configuration()).isNotNull();
  }

  @Test
  void configurationsOfTheOperatorTakeTheirPlace() {
    Manifests manifests =
        Chart.render(
            """
            custom:
              scheduler_config_override: |
                actions: "allocate"
                tiers:
                - plugins:
                  - name: gang
            """);

    assertThat(text(manifests.only("ConfigMap"), "data", "volcano-scheduler.conf"))
        .isEqualTo("actions: \"allocate\"\ntiers:\n- plugins:\n  - name: gang\n");
  }

  @Test
  void onlyTheWorkOfTheModeIsConfigured() {
    assertThat(fields(Chart.render("custom: {mode: kube}").only("ConfigMap"), "data").keySet())
        .hasToString("[scheduler.yaml]");
    assertThat(fields(Chart.render("custom: {mode: batch}").only("ConfigMap"), "data").keySet())
        .hasToString("[volcano-scheduler.conf]");
  }

  @Test
  void replicasHaveABudgetAndMayOverlapInAnUpgrade() {
    Manifests manifests = Chart.render("custom: {scheduler_replicas: 2}");

    assertThat(manifests.all("PodDisruptionBudget")).hasSize(1);
    assertThat(text(manifests.only("Deployment"), "spec", "strategy", "type"))
        .isEqualTo("RollingUpdate");
    assertThat(Chart.render("").all("PodDisruptionBudget")).isEmpty();
  }

  @Test
  void withoutAnElectionThereIsNeverMoreThanOne() {
    Manifests manifests = Chart.render("custom: {leader_elect_enable: 'false'}");

    assertThat(text(manifests.only("Deployment"), "spec", "strategy", "type"))
        .isEqualTo("Recreate");
  }

  @Test
  void valuesOfVolcanosChartAreTakenAsTheyAre() {
    Manifests manifests =
        Chart.render(
            """
            basic:
              image_pull_secret: registry
              image_tag_version: v1
            custom:
              leader_elect_enable: "true"
              scheduler_replicas: 2
              scheduler_ns: {node-role.kubernetes.io/control-plane: ""}
              scheduler_tolerations: [{operator: Exists}]
              scheduler_podLabels: {team: batch}
              scheduler_resources: {limits: {memory: 4Gi}}
            """);

    Map<?, ?> pod = pod(manifests);
    assertThat(text(pod, "containers", 0, "image")).isEqualTo("merapi:v1");
    assertThat(text(pod, "imagePullSecrets", 0, "name")).isEqualTo("registry");
    assertThat(fields(pod, "nodeSelector")).hasSize(1);
    assertThat(text(pod, "tolerations", 0, "operator")).isEqualTo("Exists");
    assertThat(text(pod, "containers", 0, "resources", "limits", "memory")).isEqualTo("4Gi");
    assertThat(text(manifests.only("Deployment"), "spec", "template", "metadata", "labels", "team"))
        .isEqualTo("batch");
  }

  @Test
  void prometheusFindsItWhereItIsAskedFor() {
    assertThat(Chart.render("").all("ServiceMonitor")).isEmpty();
    Manifests manifests = Chart.render("custom: {service_monitor_enable: true}");
    assertThat(text(manifests.only("ServiceMonitor"), "spec", "endpoints", 0, "scheme"))
        .isEqualTo("https");
    assertThat(at(manifests.only("Service"), "spec", "ports", 0, "port")).isEqualTo(8080);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "custom: {mode: volcano} | mode",
        "custom: {scheduler_replica: 2} | scheduler_replica",
        "custom: {scheduler_replicas: two} | scheduler_replicas",
        "custom: {scheduler_replicas: 2, leader_elect_enable: false} | pods would be bound twice",
        "custom: {mode: kube, scheduler_config_override: x} | is for custom.mode batch or both",
        "custom: {mode: batch, kube_config_override: x} | is for custom.mode kube or both",
        "custom: {scheduler_schedule_period: 1} | scheduler_schedule_period",
        "custom: {scheduler_extra_args: [master]} | scheduler_extra_args",
        "basic: {image_pull_policy: Sometimes} | image_pull_policy"
      })
  void aValueThatCannotBeIsRefusedByName(String values, String name) {
    assertThatIllegalStateException()
        .isThrownBy(() -> Chart.render(values))
        .withMessageContaining(name);
  }

  private static Map<?, ?> pod(Manifests manifests) {
    return fields(manifests.only("Deployment"), "spec", "template", "spec");
  }
}
