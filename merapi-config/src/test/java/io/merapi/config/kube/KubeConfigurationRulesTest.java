package io.merapi.config.kube;

import static io.merapi.config.kube.ReadingFixture.lines;
import static io.merapi.config.kube.ReadingFixture.read;
import static io.merapi.config.kube.ReadingFixture.refusal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.merapi.api.plugin.ProblemKind;
import io.merapi.config.source.Problem;
import io.merapi.config.source.Problem.Severity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values that are not acceptable, and profiles of which no scheduler can be made. */
class KubeConfigurationRulesTest {

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "parallelism: -1 | parallelism: Invalid value: -1: should be an integer value greater than"
            + " zero",
        "percentageOfNodesToScore: 101 | percentageOfNodesToScore: Invalid value: 101: not in valid"
            + " range [0-100]",
        "podInitialBackoffSeconds: 20 | podMaxBackoffSeconds: Invalid value: 10: must be greater"
            + " than or equal to PodInitialBackoffSeconds",
        "clientConnection: {burst: -1} | clientConnection.burst: Invalid value: -1: must be"
            + " non-negative",
        "leaderElection: {retryPeriod: -2s} | leaderElection.retryPeriod: Invalid value: \"-2s\":"
            + " must be greater than zero",
        "leaderElection: {leaseDuration: 5s} | leaderElection.leaseDuration: Invalid value:"
            + " \"10s\": must be greater than `RenewDeadline`",
        "leaderElection: {resourceLock: endpoints} | leaderElection.resourceLock: Invalid value:"
            + " \"endpoints\": resourceLock value must be \"leases\"",
        "profiles: [{schedulerName: \"\"}] | profiles[0].schedulerName: Required value",
        "profiles: [{plugins: {filter: {enabled: [{name: EBSLimits}]}}}] |"
            + " profiles[0].plugins.filter.enabled[0]: Invalid value: \"EBSLimits\": was invalid in"
            + " version \"v1\" (KubeSchedulerConfiguration is version"
            + " \"kubescheduler.config.k8s.io/v1\")",
        "extenders: [{prioritizeVerb: p}] | extenders[0].weight: Invalid value: 0: must have a"
            + " positive weight applied to it",
        "extenders: [{bindVerb: b}, {bindVerb: c}] | extenders: Invalid value: \"found 2 extenders"
            + " implementing bind\": only one extender can implement bind",
        "extenders: [{managedResources: [{name: cpu}]}] | extenders[0].managedResources[0].name:"
            + " Invalid value: \"cpu\": is an invalid extended resource name",
        "extenders: [{managedResources: [{name: a.b/c}, {name: a.b/c}]}] |"
            + " extenders[0].managedResources[1].name: Invalid value: \"a.b/c\": duplicate extender"
            + " managed resource name"
      })
  void aValueOutsideWhatIsAcceptedIsRefused(String body, String message) {
    assertThat(refusal(read(body))).isEqualTo("validate " + message);
  }

  @Test
  void anElectionThatDoesNotTakePlaceMayBeAnything() {
    assertThat(read("leaderElection: {leaderElect: false, leaseDuration: -5s}").refusal()).isNull();
  }

  @Test
  void severalProblemsAreOneMessage() {
    assertThat(refusal(read("parallelism: 0\npercentageOfNodesToScore: -1\n")))
        .isEqualTo(
            "validate [parallelism: Invalid value: 0: should be an integer value greater than zero,"
                + " percentageOfNodesToScore: Invalid value: -1: not in valid range [0-100]]");
  }

  @Test
  void twoProfilesOfOneNameAreRefused() {
    KubeConfigurationReading reading =
        read(
            """
            profiles:
            - schedulerName: a
            - schedulerName: b
            - schedulerName: a
            """);
    assertThat(refusal(reading))
        .isEqualTo("validate profiles[2].schedulerName: Duplicate value: {}");
    assertThat(lines(reading))
        .containsExactly("scheduler.yaml:6:18: profiles[2].schedulerName Duplicate value: {}");
  }

  @Test
  void profilesMustAgreeOnTheOrderOfTheQueue() {
    assertThat(
            refusal(
                read(
                    """
                    profiles:
                    - schedulerName: a
                    - schedulerName: b
                      plugins:
                        queueSort:
                          enabled:
                          - name: PrioritySort
                    """)))
        .isEqualTo(
            "validate profiles[1].plugins.queueSort: Invalid value:"
                + " {\"Enabled\":[{\"Name\":\"PrioritySort\",\"Weight\":0}],\"Disabled\":null}:"
                + " must be the same for all profiles");
  }

  @Test
  void anUnknownPluginIsRefusedWithTheNearestOne() {
    KubeConfigurationReading reading =
        read(
            """
            profiles:
            - plugins:
                score:
                  enabled:
                  - name: ImageLocalty
            """);
    assertThat(refusal(reading))
        .isEqualTo(
            "build initializing profiles: creating profile for scheduler name default-scheduler:"
                + " ScorePlugin \"ImageLocalty\" does not exist");
    assertThat(lines(reading))
        .containsExactly(
            "scheduler.yaml:7:9: profiles[0].plugins.score.enabled[0] ScorePlugin \"ImageLocalty\""
                + " does not exist");
    assertThat(reading.problems().getFirst().kind()).isEqualTo(ProblemKind.UNKNOWN_NAME);
    assertThat(reading.problems().getFirst().advice()).isEqualTo("did you mean ImageLocality?");
  }

  @Test
  void aDuplicatePluginIsReportedWhereItStandsAgain() {
    assertThat(
            lines(
                read(
                    """
                    profiles:
                    - plugins:
                        multiPoint:
                          enabled:
                          - name: ImageLocality
                          - name: NodeName
                          - name: ImageLocality
                    """)))
        .containsExactly(
            "scheduler.yaml:9:9: profiles[0].plugins.multiPoint.enabled[2] plugin"
                + " \"ImageLocality\" already registered as \"ScorePlugin\"");
  }

  @Test
  void aNegativeWeightIsRefusedWhereItsSumOverflows() {
    KubeConfigurationReading reading =
        read(
            """
            profiles:
            - plugins:
                score:
                  enabled:
                  - name: ImageLocality
                    weight: -1
            """);
    assertThat(refusal(reading))
        .isEqualTo(
            "build initializing profiles: creating profile for scheduler name default-scheduler:"
                + " score plugins: total score of Score plugins could overflow");
    assertThat(lines(reading))
        .contains(
            "scheduler.yaml:8:17: profiles[0].plugins.score.enabled[0].weight (-1) must be at least"
                + " 1: a negative weight prefers the worst node");
  }

  @Test
  void aNegativeWeightThatUpstreamAcceptsIsStillAProblem() {
    KubeConfigurationReading reading =
        read(
            """
            profiles:
            - plugins:
                multiPoint:
                  disabled:
                  - name: '*'
                  enabled:
                  - name: PrioritySort
                  - name: DefaultBinder
                score:
                  enabled:
                  - name: ImageLocality
                    weight: -1
            """);
    assertThat(reading.refusal()).isNull();
    assertThat(reading.problems())
        .extracting(Problem::severity, Problem::kind)
        .containsExactly(tuple(Severity.FALLBACK, ProblemKind.INVALID));
  }

  @Test
  void argumentsOfNodeResourcesFitAreJudgedWhenThePluginIsMade() {
    String body =
        """
        profiles:
        - plugins: {multiPoint: {disabled: [{name: %s}]}}
          pluginConfig:
          - name: NodeResourcesFit
            args:
              ignoredResourceGroups: [example.com/gpu]
        """;
    KubeConfigurationReading made = read(body.formatted("NodePorts"));
    assertThat(refusal(made))
        .isEqualTo(
            "build initializing profiles: creating profile for scheduler name default-scheduler:"
                + " initializing plugin \"NodeResourcesFit\": ignoredResourceGroups[0]: Invalid"
                + " value: \"example.com/gpu\": resource group name can't contain '/'");
    assertThat(lines(made).getFirst())
        .startsWith(
            "scheduler.yaml:8:31: profiles[0].pluginConfig[0].args.ignoredResourceGroups[0]");
    assertThat(read(body.formatted("NodeResourcesFit")).refusal()).isNull();
  }

  @Test
  void extendersThatHideResourcesNeedNodeResourcesFit() {
    String body =
        """
        extenders:
        - urlPrefix: http://extender
          managedResources:
          - name: example.com/gpu
            ignoredByScheduler: true
        profiles:
        - plugins: {multiPoint: {disabled: [{name: NodeResourcesFit}]}}
        """;
    assertThat(refusal(read(body)))
        .isEqualTo(
            "build couldn't build extenders: can't find NodeResourcesFitArgs in plugin config");
  }

  @Test
  void whatCanHaveNoEffectIsNoted() {
    KubeConfigurationReading reading =
        read(
            """
            profiles:
            - plugins:
                multiPoint:
                  disabled:
                  - name: GangScheduling
                score:
                  disabled:
                  - name: NodeName
                  - name: ImageLocalty
                filter:
                  enabled:
                  - name: NodeName
                    weight: 3
              pluginConfig:
              - name: NodeName
                args: {x: 1}
              - name: Custom
            """);
    assertThat(reading.refusal()).isNull();
    assertThat(lines(reading))
        .containsExactly(
            "scheduler.yaml:7:15: profiles[0].plugins.multiPoint.disabled[0].name (GangScheduling)"
                + " would not run here anyway",
            "scheduler.yaml:15:17: profiles[0].plugins.filter.enabled[0].weight (3) weighs nothing:"
                + " NodeName gives no score here",
            "scheduler.yaml:10:15: profiles[0].plugins.score.disabled[0].name (NodeName) would not"
                + " run here anyway",
            "scheduler.yaml:11:15: profiles[0].plugins.score.disabled[1].name (\"ImageLocalty\") is"
                + " no plugin that exists",
            "scheduler.yaml:18:11: profiles[0].pluginConfig[0].args are not read: NodeName takes no"
                + " arguments",
            "scheduler.yaml:19:11: profiles[0].pluginConfig[1].name (\"Custom\") is no plugin that"
                + " exists");
  }
}
