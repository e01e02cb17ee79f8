package io.merapi.config.kube;

import static io.merapi.config.kube.ReadingFixture.profile;
import static io.merapi.config.kube.ReadingFixture.read;
import static io.merapi.config.kube.ReadingFixture.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.feature.FeatureGate;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.pod.Affinity.PreferredNodes;
import io.merapi.api.selector.NodeSelector;
import io.merapi.api.selector.NodeSelectorTerm;
import io.merapi.api.selector.SelectorRequirement;
import io.merapi.kube.configuration.Profile;
import io.merapi.kube.configuration.ResourceWeight;
import io.merapi.kube.configuration.ShapePoint;
import io.merapi.kube.plugins.defaultpreemption.DefaultPreemptionArgs;
import io.merapi.kube.plugins.dynamicresources.DynamicResourcesArgs;
import io.merapi.kube.plugins.interpodaffinity.InterPodAffinityArgs;
import io.merapi.kube.plugins.nodeaffinity.NodeAffinityArgs;
import io.merapi.kube.plugins.noderesourcesbalancedallocation.NodeResourcesBalancedAllocationArgs;
import io.merapi.kube.plugins.noderesourcesfit.NodeResourcesFitArgs;
import io.merapi.kube.plugins.noderesourcesfit.ScoringStrategy;
import io.merapi.kube.plugins.podtopologyspread.PodTopologySpreadArgs;
import io.merapi.kube.plugins.volumebinding.VolumeBindingArgs;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The arguments of every in-tree plugin that takes some. */
class PluginArgumentsTest {

  private static final Map<String, Record> DEFAULTS =
      Map.of(
          "DefaultPreemption",
          new DefaultPreemptionArgs(10, 100),
          "DynamicResources",
          new DynamicResourcesArgs(Duration.ofSeconds(10), Duration.ofSeconds(600)),
          "InterPodAffinity",
          new InterPodAffinityArgs(1, false),
          "NodeAffinity",
          new NodeAffinityArgs(null, List.of()),
          "NodeResourcesBalancedAllocation",
          new NodeResourcesBalancedAllocationArgs(
              List.of(new ResourceWeight("cpu", 1), new ResourceWeight("memory", 1))),
          "NodeResourcesFit",
          new NodeResourcesFitArgs(
              List.of(),
              List.of(),
              new ScoringStrategy(
                  ScoringStrategy.Type.LEAST_ALLOCATED,
                  List.of(new ResourceWeight("cpu", 1), new ResourceWeight("memory", 1)),
                  List.of())),
          "PodTopologySpread",
          new PodTopologySpreadArgs(List.of(), PodTopologySpreadArgs.Defaulting.SYSTEM),
          "VolumeBinding",
          new VolumeBindingArgs(600, List.of()));

  @Test
  void everyPluginHasItsDefaults() {
    assertThat(profile("").arguments()).isEqualTo(DEFAULTS);
  }

  @Test
  void argumentsThatSayNothingAreTheDefaults() {
    var body = new StringBuilder("profiles:\n- pluginConfig:\n");
    DEFAULTS.keySet().forEach(name -> body.append("  - name: %s\n    args:\n".formatted(name)));
    assertThat(profile(body.toString()).arguments()).isEqualTo(DEFAULTS);
  }

  @Test
  void defaultsOfRecordsAreThoseOfTheFile() {
    assertThat(DEFAULTS)
        .containsEntry("DefaultPreemption", DefaultPreemptionArgs.DEFAULTS)
        .containsEntry("DynamicResources", DynamicResourcesArgs.DEFAULTS)
        .containsEntry("InterPodAffinity", InterPodAffinityArgs.DEFAULTS)
        .containsEntry("NodeAffinity", NodeAffinityArgs.DEFAULTS)
        .containsEntry(
            "NodeResourcesBalancedAllocation", NodeResourcesBalancedAllocationArgs.DEFAULTS)
        .containsEntry("NodeResourcesFit", NodeResourcesFitArgs.DEFAULTS)
        .containsEntry("PodTopologySpread", PodTopologySpreadArgs.DEFAULTS)
        .containsEntry("VolumeBinding", VolumeBindingArgs.DEFAULTS);
  }

  @Test
  void storageCapacityScoringBringsAShape() {
    FeatureGates gates = FeatureGates.DEFAULTS.with(FeatureGate.STORAGE_CAPACITY_SCORING, true);
    Profile profile = new KubeConfigurationReader().defaults(gates).profiles().getFirst();
    assertThat(profile.arguments("VolumeBinding", VolumeBindingArgs.class))
        .isEqualTo(
            new VolumeBindingArgs(600, List.of(new ShapePoint(0, 10), new ShapePoint(100, 0))));
  }

  @Test
  void resourcesWithoutWeightCountOnce() {
    NodeResourcesFitArgs fit =
        arguments(
            "NodeResourcesFit",
            "{scoringStrategy: {type: MostAllocated, resources: [{name: cpu}, {name:"
                + " nvidia.com/gpu, weight: 5}]}}",
            NodeResourcesFitArgs.class);
    assertThat(fit.scoringStrategy())
        .isEqualTo(
            new ScoringStrategy(
                ScoringStrategy.Type.MOST_ALLOCATED,
                List.of(new ResourceWeight("cpu", 1), new ResourceWeight("nvidia.com/gpu", 5)),
                List.of()));
  }

  @Test
  void addedAffinityIsRead() {
    NodeAffinityArgs args =
        arguments(
            "NodeAffinity",
            "{addedAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms:"
                + " [{matchExpressions: [{key: a, operator: In, values: [b]}]}]},"
                + " preferredDuringSchedulingIgnoredDuringExecution: [{weight: 3, preference:"
                + " {matchFields: [{key: metadata.name, operator: NotIn, values: [node]}]}}]}}",
            NodeAffinityArgs.class);
    assertThat(args)
        .isEqualTo(
            new NodeAffinityArgs(
                new NodeSelector(
                    List.of(
                        new NodeSelectorTerm(
                            List.of(new SelectorRequirement("a", "In", List.of("b"))), List.of()))),
                List.of(
                    new PreferredNodes(
                        3,
                        new NodeSelectorTerm(
                            List.of(),
                            List.of(
                                new SelectorRequirement(
                                    "metadata.name", "NotIn", List.of("node"))))))));
  }

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "DefaultPreemption | {minCandidateNodesPercentage: 101} | minCandidateNodesPercentage:"
            + " Invalid value: 101: not in valid range [0, 100]",
        "DynamicResources | {bindingTimeout: 10ms} | bindingTimeout: Invalid value: \"10ms\": must"
            + " be at least 1 second",
        "InterPodAffinity | {hardPodAffinityWeight: 101} | hardPodAffinityWeight: Invalid value:"
            + " 101: not in valid range [0, 100]",
        "NodeAffinity | {addedAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight:"
            + " 1, preference: {matchExpressions: [{key: a, operator: Gt, values: [x]}]}}]}} |"
            + " addedAffinity.preferredDuringSchedulingIgnoredDuringExecution[0]"
            + ".matchExpressions[0].values[0]: Invalid value: \"x\": for 'Gt', 'Lt' operators, the"
            + " value must be an integer",
        "NodeAffinity | {addedAffinity: {requiredDuringSchedulingIgnoredDuringExecution:"
            + " {nodeSelectorTerms: [{matchExpressions: [{key: a, operator: In}]}]}}} |"
            + " addedAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0]"
            + ".matchExpressions[0].values: Invalid value: []: for 'in', 'notin' operators, values"
            + " set can't be empty",
        "NodeResourcesBalancedAllocation | {resources: [{name: cpu, weight: 3}]} |"
            + " resources[0].weight: Invalid value: 3: must be 1",
        "PodTopologySpread | {defaultingType: Other} | defaultingType: Unsupported value:"
            + " \"Other\": supported values: \"System\", \"List\"",
        "VolumeBinding | {shape: []} | shape: Invalid value: []: unexpected field `shape`, remove"
            + " it or turn on the feature gate StorageCapacityScoring"
      })
  void argumentsOutsideWhatIsAcceptedAreRefused(String plugin, String args, String message) {
    assertThat(refusal(read(body(plugin, args))))
        .isEqualTo("validate profiles[0].pluginConfig[0].args." + message);
  }

  @Test
  void timeoutsNeedTheirGates() {
    FeatureGates gates =
        FeatureGates.DEFAULTS
            .with(FeatureGate.DRA_SCHEDULER_FILTER_TIMEOUT, false)
            .with(FeatureGate.DRA_DEVICE_BINDING_CONDITIONS, false);
    assertThat(refusal(read(body("DynamicResources", "{filterTimeout: 1s}"), gates)))
        .isEqualTo(
            "validate profiles[0].pluginConfig[0].args.filterTimeout: Forbidden:"
                + " DRASchedulingFilterTimeout feature gate is disabled");
    assertThat(refusal(read(body("DynamicResources", "{bindingTimeout: 1s}"), gates)))
        .isEqualTo(
            "validate profiles[0].pluginConfig[0].args.bindingTimeout: Forbidden:"
                + " DRADeviceBindingConditions or DRAResourceClaimDeviceStatus feature gate is"
                + " disabled");
  }

  private static <A extends Record> A arguments(String plugin, String args, Class<A> type) {
    return profile(body(plugin, args)).arguments(plugin, type);
  }

  private static String body(String plugin, String args) {
    return "profiles: [{pluginConfig: [{name: %s, args: %s}]}]\n".formatted(plugin, args);
  }
}
