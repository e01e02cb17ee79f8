package io.merapi.config.kube;

import static io.merapi.config.kube.ReadingFixture.lines;
import static io.merapi.config.kube.ReadingFixture.read;
import static io.merapi.config.kube.ReadingFixture.readWhole;
import static io.merapi.config.kube.ReadingFixture.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.config.source.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is no configuration at all, and how that is said. */
class KubeConfigurationDecodeTest {

  @Test
  void aMisspeltKeyIsRefusedWithTheNearestOne() {
    KubeConfigurationReading reading =
        read(
            """
            profiles:
            - schedulername: mine
              plugins:
                scores: {}
            """);
    assertThat(refusal(reading)).startsWith("decode ");
    assertThat(lines(reading))
        .containsExactly(
            "scheduler.yaml:4:3: profiles[0].schedulername is a key that nothing reads",
            "scheduler.yaml:6:5: profiles[0].plugins.scores is a key that nothing reads");
    assertThat(reading.problems())
        .extracting(Problem::advice)
        .containsExactly("did you mean schedulerName?", "did you mean score?");
  }

  @Test
  void aMisspeltArgumentIsRefusedWithTheNearestOne() {
    KubeConfigurationReading reading =
        read(
            """
            profiles:
            - pluginConfig:
              - name: NodeResourcesFit
                args:
                  scoringStrategy:
                    type: MostAllocated
                    resource:
                    - name: cpu
            """);
    assertThat(lines(reading))
        .containsExactly(
            "scheduler.yaml:9:9: profiles[0].pluginConfig[0].args.scoringStrategy.resource is a key"
                + " that nothing reads");
    assertThat(reading.problems().getFirst().advice()).isEqualTo("did you mean resources?");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "parallelism: \"4\" | scheduler.yaml:3:14: parallelism (\"4\") must be a whole number",
        "parallelism: 1.5 | scheduler.yaml:3:14: parallelism (1.5) must be a whole number",
        "parallelism: 3000000000 | scheduler.yaml:3:14: parallelism (3000000000) must be a whole"
            + " number of 32 bits",
        "enableProfiling: \"yes\" | scheduler.yaml:3:18: enableProfiling (\"yes\") must be true or"
            + " false",
        "profiles: {} | scheduler.yaml:3:11: profiles (an object) must be a list",
        "profiles: [3] | scheduler.yaml:3:12: profiles[0] (3) must be an object",
        "profiles: [{schedulerName: 7}] | scheduler.yaml:3:28: profiles[0].schedulerName (7) must"
            + " be a string",
        "leaderElection: {leaseDuration: 15} | scheduler.yaml:3:33: leaderElection.leaseDuration"
            + " (15) must be a duration such as 30s or 5m",
        "extenders: [{tlsConfig: {caData: '*'}}] | scheduler.yaml:3:34:"
            + " extenders[0].tlsConfig.caData must be base64: padding is missing"
      })
  void aWrongTypeIsRefused(String body, String problem) {
    KubeConfigurationReading reading = read(body);
    assertThat(lines(reading)).containsExactly(problem);
    assertThat(refusal(reading)).startsWith("decode ");
  }

  @Test
  void aKeyMayStandOnlyOnce() {
    assertThat(lines(read("parallelism: 1\nparallelism: 2\n")))
        .containsExactly("scheduler.yaml:4:1: parallelism is given twice");
  }

  @ParameterizedTest
  @ValueSource(strings = {"16", "0x10", "0b10000", "0o20", "020", "1_6", "16.0", "1.6e1", "+16"})
  void yamlHasManyWaysToWriteAWholeNumber(String number) {
    assertThat(ReadingFixture.accepted("parallelism: " + number).parallelism()).isEqualTo(16);
  }

  @Test
  void jsonHasOne() {
    String json =
        """
        {
        \t"apiVersion": "kubescheduler.config.k8s.io/v1",
        \t"kind": "KubeSchedulerConfiguration",
        \t"parallelism": %s
        }
        """;
    assertThat(readWhole(json.formatted("4")).refusal()).isNull();
    assertThat(lines(readWhole(json.formatted("4.0"))))
        .containsExactly("scheduler.yaml:4:17: parallelism (4.0) must be a whole number");
    assertThat(lines(readWhole(json.formatted("4,"))))
        .singleElement()
        .asString()
        .startsWith("scheduler.yaml:5:1: is no JSON: ");
  }

  @Test
  void olderVersionsAreRefusedWithAdvice() {
    KubeConfigurationReading reading =
        readWhole(
            """
            apiVersion: kubescheduler.config.k8s.io/v1beta3
            kind: KubeSchedulerConfiguration
            """);
    assertThat(refusal(reading)).startsWith("decode ");
    assertThat(lines(reading))
        .containsExactly(
            "scheduler.yaml:1:13: apiVersion (\"kubescheduler.config.k8s.io/v1beta3\") must be"
                + " kubescheduler.config.k8s.io/v1");
    assertThat(reading.problems().getFirst().advice())
        .contains("use kubescheduler.config.k8s.io/v1,");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "[]",
        "3",
        "{",
        "a: b: c",
        "kind: KubeSchedulerConfiguration",
        "apiVersion: kubescheduler.config.k8s.io/v1",
        "apiVersion: kubescheduler.config.k8s.io/v1\nkind: Other",
        "apiVersion: v1\nkind: KubeSchedulerConfiguration",
        "apiVersion: 1\nkind: KubeSchedulerConfiguration",
        "{apiVersion: kubescheduler.config.k8s.io/v1, kind: KubeSchedulerConfiguration}",
        "apiVersion: v1\nkind: ConfigMap\ndata: {a: b}"
      })
  void otherTextsAreRefused(String text) {
    assertThat(refusal(readWhole(text))).startsWith("decode ");
    assertThat(readWhole(text).problems()).isNotEmpty();
  }

  @Test
  void argumentsMustBeOfThePlugin() {
    KubeConfigurationReading reading =
        read(
            """
            profiles:
            - pluginConfig:
              - name: InterPodAffinity
                args:
                  apiVersion: kubescheduler.config.k8s.io/v1
                  kind: NodeAffinityArgs
            """);
    assertThat(lines(reading))
        .containsExactly(
            "scheduler.yaml:8:13: profiles[0].pluginConfig[0].args.kind (\"NodeAffinityArgs\") must"
                + " be InterPodAffinityArgs");
    assertThat(refusal(reading)).startsWith("decode ");
  }

  @Test
  void nullIsAsGoodAsAbsent() {
    assertThat(
            ReadingFixture.accepted(
                    "parallelism: null\nprofiles: [null]\nextenders:\nleaderElection: ~\n")
                .profiles())
        .hasSize(1);
  }

  @Test
  void onlyTheFirstDocumentIsRead() {
    KubeConfigurationReading reading = read("---\nparallelism: 4\n");
    assertThat(reading.refusal()).isNull();
    assertThat(lines(reading))
        .containsExactly("scheduler.yaml:4:1: is a further document, and only the first is read");
  }

  @Test
  void aBrokenFurtherDocumentIsNotReadEither() {
    KubeConfigurationReading reading = read("---\nparallelism: [\n");
    assertThat(reading.refusal()).isNull();
    assertThat(lines(reading))
        .containsExactly("scheduler.yaml:5:1: is a further document, and only the first is read");
  }

  @Test
  void aKeyThatOverridesAMergedOneIsOneTooMany() {
    KubeConfigurationReading reading = read("<<: {parallelism: 4}\nparallelism: 5\n");
    assertThat(refusal(reading)).isEqualTo("decode parallelism is given twice");
    assertThat(read("<<: {parallelism: 4}\n").refusal()).isNull();
  }

  @Test
  void theConfigurationIsFoundAmongTheDocumentsOfAChart() {
    KubeConfigurationReading reading =
        readWhole(
            """
            apiVersion: v1
            kind: ConfigMap
            data:
              nginx.conf: "server {"
            ---
            apiVersion: v1
            kind: ConfigMap
            data:
              config: |
                apiVersion: kubescheduler.config.k8s.io/v1
                kind: KubeSchedulerConfiguration
                parallelism: 0
            """);
    assertThat(lines(reading))
        .containsExactly(
            "scheduler.yaml:12:18: parallelism Invalid value: 0: should be an integer value greater"
                + " than zero");
  }

  @Test
  void insideAConfigMapPlacesAreThoseOfTheOuterFile() {
    String text =
        """
        apiVersion: v1
        kind: ConfigMap
        metadata:
          name: scheduler
        data:
          note: "some text"
          config.yaml: |
            apiVersion: kubescheduler.config.k8s.io/v1
            kind: KubeSchedulerConfiguration

            paralelism: 4
        """;
    KubeConfigurationReading reading = readWhole(text);
    assertThat(lines(reading))
        .containsExactly("scheduler.yaml:11:5: paralelism is a key that nothing reads");
    assertThat(readWhole(text.replace("paralelism", "parallelism")).refusal()).isNull();
  }

  @Test
  void insideAQuotedConfigMapThePlaceIsTheValue() {
    KubeConfigurationReading reading =
        readWhole(
            """
            {"apiVersion": "v1", "kind": "ConfigMap", "data": {
              "config": "apiVersion: kubescheduler.config.k8s.io/v1\\nkind: KubeSchedulerConfiguration\\nx: 1"}}
            """);
    assertThat(lines(reading))
        .containsExactly("scheduler.yaml:2:13: x is a key that nothing reads");
  }

  @Test
  void everyProblemOfEveryStageIsShownAtOnce() {
    KubeConfigurationReading reading =
        read(
            """
            surprise: 1
            parallelism: 0
            profiles:
            - plugins:
                filter:
                  enabled:
                  - name: NodeNames
            """);
    assertThat(refusal(reading)).isEqualTo("decode surprise is a key that nothing reads");
    assertThat(lines(reading))
        .containsExactly(
            "scheduler.yaml:3:1: surprise is a key that nothing reads",
            "scheduler.yaml:4:14: parallelism Invalid value: 0: should be an integer value greater"
                + " than zero",
            "scheduler.yaml:9:9: profiles[0].plugins.filter.enabled[0] FilterPlugin \"NodeNames\""
                + " does not exist");
  }

  @Test
  void anUnknownKeyHidesNoOtherProblemAroundIt() {
    assertThat(
            lines(
                read(
                    """
                    profiles:
                    - pluginConfig:
                      - name: InterPodAffinity
                      - name: InterPodAffinity
                        args: {weight: 1}
                    """)))
        .containsExactly(
            "scheduler.yaml:7:12: profiles[0].pluginConfig[1].args.weight is a key that nothing"
                + " reads",
            "scheduler.yaml:6:5: profiles[0].pluginConfig[1] Duplicate value:"
                + " \"InterPodAffinity\"");
  }
}
