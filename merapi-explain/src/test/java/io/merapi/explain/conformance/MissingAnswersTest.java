package io.merapi.explain.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.feature.FeatureGates;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.kube.configuration.ExtensionPoint;
import io.merapi.kube.configuration.Profile;
import io.merapi.kube.configuration.ProfilePlugins;
import io.merapi.kube.framework.ProfileContext;
import io.merapi.kube.framework.SchedulingProfile;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MissingAnswersTest {

  private static final String REASON = "0/1 nodes are available: 1 Insufficient cpu.";

  private final MissingAnswers missing = new MissingAnswers();

  /** A profile with a filter and a post-filter that cannot be made. */
  private static SchedulingProfile profile() {
    var inOrder = new EnumMap<ExtensionPoint, List<String>>(ExtensionPoint.class);
    for (ExtensionPoint point : ExtensionPoint.values()) {
      inOrder.put(point, List.of());
    }
    inOrder.put(ExtensionPoint.FILTER, List.of("Absent"));
    inOrder.put(ExtensionPoint.POST_FILTER, List.of("Absent"));
    return new SchedulingProfile(
        new Profile("test", null, new ProfilePlugins(inOrder, Map.of(), Map.of()), Map.of()),
        (_, _, _) -> null,
        new ProfileContext(
            new ResourceDictionary(), FeatureGates.DEFAULTS, InstantSource.system()));
  }

  private MissingAnswers.Pair leaveOut(Map<String, Object> expected, Map<String, Object> found) {
    return missing.leaveOut(profile(), expected, found);
  }

  private static Map<String, Object> status(String code, String plugin, String... reasons) {
    return Map.of("code", code, "plugin", plugin, "reasons", List.of(reasons));
  }

  @Test
  void leavesOutWhatAMissingPluginSaidAndNothingElse() {
    MissingAnswers.Pair pair =
        leaveOut(
            Map.of("plugins", Map.of("Absent", Map.of(), "Present", Map.of("filter", "x"))),
            Map.of());
    assertThat(pair.expected()).containsEntry("plugins", Map.of("Present", Map.of("filter", "x")));
    assertThat(missing.leftOut()).containsExactly("Absent");
  }

  @Test
  void comparesPreemptionThoughAPostFilterBeforeItIsMissing() {
    MissingAnswers.Pair pair =
        leaveOut(
            Map.of(
                "fitError",
                REASON + " nothing to free, preemption: too bad",
                "postFilter",
                Map.of(
                    "potentialNodes",
                    List.of("a"),
                    "status",
                    status("Unschedulable", "Absent", "nothing to free", "preemption: too bad"))),
            Map.of(
                "fitError",
                REASON + " preemption: too bad",
                "postFilter",
                Map.of(
                    "potentialNodes",
                    List.of("b"),
                    "status",
                    status("Unschedulable", "DefaultPreemption", "preemption: too bad"))));
    assertThat(pair.expected())
        .containsExactly(Map.entry("postFilter", Map.of("potentialNodes", List.of("a"))));
    assertThat(pair.found())
        .containsExactly(Map.entry("postFilter", Map.of("potentialNodes", List.of("b"))));
  }

  @Test
  void keepsATextThatDiffersInWhatIsNotMissing() {
    MissingAnswers.Pair pair =
        leaveOut(
            Map.of(
                "fitError",
                REASON + " nothing to free, preemption: too bad",
                "postFilter",
                Map.of("status", status("Unschedulable", "Absent"))),
            Map.of(
                "fitError",
                REASON + " preemption: hopeless",
                "postFilter",
                Map.of(
                    "status",
                    status("Unschedulable", "DefaultPreemption", "preemption: hopeless"))));
    assertThat(pair.expected()).containsKey("fitError");
    assertThat(pair.found()).containsKey("fitError");
  }

  @Test
  void leavesOutPreemptionWhereAMissingPostFilterEndedTheRun() {
    MissingAnswers.Pair pair =
        leaveOut(
            Map.of(
                "fitError",
                REASON + " not found",
                "postFilter",
                Map.of("status", status("Error", "Absent", "not found"))),
            Map.of(
                "fitError",
                REASON + " preemption: too bad",
                "postFilter",
                Map.of(
                    "potentialNodes",
                    List.of("a"),
                    "status",
                    status("Unschedulable", "DefaultPreemption", "preemption: too bad"))));
    assertThat(pair.expected()).isEmpty();
    assertThat(pair.found()).isEmpty();
  }
}
