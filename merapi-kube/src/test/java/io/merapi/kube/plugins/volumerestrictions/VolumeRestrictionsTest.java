package io.merapi.kube.plugins.volumerestrictions;

import static io.merapi.kube.plugins.PluginTrial.trial;
import static io.merapi.testkit.ClaimBuilder.claim;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.Dependence;
import io.merapi.api.framework.Verdict;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.pod.Volume;
import io.merapi.kube.plugins.PluginTrial;
import io.merapi.testkit.PodBuilder;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class VolumeRestrictionsTest {

  private static final String ONCE_POD = "ReadWriteOncePod";
  private static final String IN_USE =
      "node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode already"
          + " in-use by another pod";
  private static final Volume.Source DISK = new Volume.GcePersistentDisk("disk", false);

  private final PluginTrial trial = trial().with(node("n")).with(node("other"));
  private final VolumeRestrictions plugin = new VolumeRestrictions(trial.context());

  @Test
  void hasNoPartInPodsWithoutDisksOrExclusiveClaims() {
    trial.with(claim("c").build());
    assertThat(preFilter(pod("p").claim("c"))).isEqualTo(Verdict.skip());
  }

  static Stream<Arguments> disks() {
    return Stream.of(
        arguments(gce("d", false), gce("d", false), false),
        arguments(gce("d", true), gce("d", false), false),
        arguments(gce("d", true), gce("d", true), true),
        arguments(gce("d", false), gce("e", false), true),
        arguments(ebs("v", false), ebs("v", false), false),
        arguments(ebs("v", true), ebs("v", true), false),
        arguments(ebs("v", false), ebs("w", false), true),
        arguments(iscsi("iqn", 0, false), iscsi("iqn", 1, true), false),
        arguments(iscsi("iqn", 0, true), iscsi("iqn", 0, true), true),
        arguments(iscsi("iqn", 0, false), iscsi("other", 0, false), true),
        arguments(rbd("a,b", "pool", "i", false), rbd("b,c", "pool", "i", false), false),
        arguments(rbd("a", "pool", "i", true), rbd("a", "pool", "i", true), true),
        arguments(rbd("a", "pool", "i", false), rbd("b", "pool", "i", false), true),
        arguments(rbd("a", "pool", "i", false), rbd("a", "lake", "i", false), true),
        arguments(rbd("a", "pool", "i", false), rbd("a", "pool", "j", false), true),
        arguments(gce("d", false), ebs("d", false), true));
  }

  @ParameterizedTest(name = "taken {0}, wanted {1}: fits {2}")
  @MethodSource("disks")
  void disksAreSharedOnlyAsTheirKindAllows(
      Volume.Source taken, Volume.Source wanted, boolean fits) {
    trial.with(pod("there").volume(taken).on("n"));
    assertThat(trial.filter(plugin, pod("p").volume(wanted), "n").isSuccess()).isEqualTo(fits);
    assertThat(trial.filter(plugin, pod("p").volume(wanted), "other").isSuccess()).isTrue();
  }

  @Test
  void diskInUseIsRejectedAndSaysByWhom() {
    trial.with(pod("there").volume(DISK).on("n"));
    Verdict verdict = trial.filter(plugin, pod("p").volume(DISK), "n");
    assertThat(verdict.code()).isEqualTo("Unschedulable");
    assertThat(verdict.texts()).containsExactly("node(s) had no available disk");
    assertThat(((Verdict.Rejected) verdict).reasons().getFirst().detail())
        .isEqualTo("volume volume-0 is in use by pod default/there");
  }

  @Test
  void exclusiveClaimThatIsFreeFitsEverywhere() {
    trial.with(claim("c").accessMode(ONCE_POD).build());
    assertThat(preFilter(pod("p").claim("c"))).isEqualTo(Verdict.skip());
  }

  @Test
  void exclusiveClaimInUseOnAnyNodeClosesAllNodes() {
    trial.with(claim("c").accessMode(ONCE_POD).build()).with(pod("user").claim("c").on("n"));
    Verdict verdict = trial.filter(plugin, pod("p").claim("c"), "other");
    assertThat(verdict.code()).isEqualTo("Unschedulable");
    assertThat(verdict.texts()).containsExactly(IN_USE);
  }

  @Test
  void claimOfTheSameNameElsewhereIsAnotherClaim() {
    trial
        .with(claim("c").accessMode(ONCE_POD).build())
        .with(pod("user").namespace("elsewhere").claim("c").on("n"));
    assertThat(preFilter(pod("p").claim("c"))).isEqualTo(Verdict.skip());
  }

  @Test
  void missingClaimEndsTheAttempt() {
    Verdict verdict = preFilter(pod("p").claim("gone"));
    assertThat(verdict.code()).isEqualTo("UnschedulableAndUnresolvable");
    assertThat(verdict.texts()).containsExactly("persistentvolumeclaim \"gone\" not found");
  }

  @Test
  void dryRunFollowsTheUsersOfTheClaim() {
    trial.with(claim("c").accessMode(ONCE_POD).build());
    PodInfo user = trial.info(pod("user").claim("c").on("n"));
    PodInfo pod = trial.info(pod("p").claim("c"));
    CycleState state = trial.newState();
    plugin.preFilter(state, pod, trial.view());

    CycleState dryRun = state.copy();
    plugin.removePod(dryRun, pod, user, trial.node("n").without(user.key(), 99));
    assertThat(plugin.filter(dryRun, pod, trial.node("other")).isSuccess()).isTrue();
    plugin.addPod(dryRun, pod, user, trial.node("n"));
    assertThat(plugin.filter(dryRun, pod, trial.node("other")).texts()).containsExactly(IN_USE);
    assertThat(plugin.filter(state, pod, trial.node("other")).texts()).containsExactly(IN_USE);
  }

  @Test
  void withoutItsPreFilterItFailsInUpstreamsWords() {
    PodInfo pod = trial.info(pod("p").volume(DISK));
    assertThat(plugin.filter(trial.newState(), pod, trial.node("n")))
        .isEqualTo(Verdict.error("cannot read \"PreFilterVolumeRestrictions\" from cycleState"));
  }

  @Test
  void onlyClaimsLookBeyondTheNode() {
    assertThat(plugin.filterDependence(trial.info(pod("p").volume(DISK)), trial.view()))
        .isEqualTo(Dependence.NODE);
    assertThat(plugin.filterDependence(trial.info(pod("q").volume(DISK).claim("c")), trial.view()))
        .isEqualTo(Dependence.CLAIMS);
  }

  private Verdict preFilter(PodBuilder pod) {
    return plugin.preFilter(trial.newState(), trial.info(pod), trial.view()).verdict();
  }

  private static Volume.Source gce(String name, boolean readOnly) {
    return new Volume.GcePersistentDisk(name, readOnly);
  }

  private static Volume.Source ebs(String id, boolean readOnly) {
    return new Volume.AwsElasticBlockStore(id, readOnly);
  }

  private static Volume.Source iscsi(String iqn, int lun, boolean readOnly) {
    return new Volume.Iscsi("portal", iqn, lun, readOnly);
  }

  private static Volume.Source rbd(String monitors, String pool, String image, boolean readOnly) {
    return new Volume.Rbd(List.of(monitors.split(",")), pool, image, readOnly);
  }
}
