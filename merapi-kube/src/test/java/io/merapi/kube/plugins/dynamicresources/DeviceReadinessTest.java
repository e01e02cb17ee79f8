package io.merapi.kube.plugins.dynamicresources;

import static io.merapi.kube.plugins.dynamicresources.DeviceTrial.trial;
import static io.merapi.testkit.DemandBuilder.devices;
import static io.merapi.testkit.DeviceBuilder.device;
import static io.merapi.testkit.DeviceClaimBuilder.deviceClaim;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static io.merapi.testkit.SliceBuilder.slice;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.device.ResourceClaim;
import io.merapi.api.device.ResourceClaim.Condition;
import io.merapi.api.device.ResourceClaim.DeviceStatus;
import io.merapi.api.framework.Verdict;
import io.merapi.api.meta.ObjectMeta;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A pod is bound when its devices have been made ready for it. */
class DeviceReadinessTest {

  private final DeviceTrial trial = trial();
  private CompletableFuture<Verdict> verdict = new CompletableFuture<>();

  @BeforeEach
  void writeTheClaim() {
    trial
        .with(node("n"))
        .with(slice("p").with(device("d").readyWhen("Attached", "AttachFailed")))
        .with(deviceClaim("c").request("r", devices(1)));
    verdict =
        trial
            .schedule(pod("p").uid("u").resourceClaim("c"))
            .reserve("n")
            .preBind("n")
            .toCompletableFuture();
    assertThat(verdict).isNotDone();
  }

  @Test
  void waitsUntilTheDriverReportsWhatTheDeviceAsksFor() {
    report("Attached", "False");
    assertThat(verdict).isNotDone();
    report("Attached", "True");

    assertThat(verdict).isCompletedWithValue(Verdict.success());
  }

  @Test
  void failsAtOnceWhereTheDriverReportsAFailure() {
    report("AttachFailed", "True");

    assertThat(verdict)
        .isCompletedWithValue(
            Verdict.error("device binding failed: claim=c, reason=Why, message=\"what\""));
  }

  @Test
  void failsWhereTheDriverTakesTooLong() {
    trial.waiting.giveUp(Duration.ofMinutes(10));

    assertThat(verdict)
        .isCompletedWithValue(Verdict.error("device binding timeout: context deadline exceeded"));
  }

  @Test
  void theTimeCountsFromTheAllocationOn() {
    trial.pass(Duration.ofMinutes(11));
    report("Attached", "False");

    assertThat(verdict).isCompletedWithValue(Verdict.error("device binding timeout: claim=c"));
  }

  @Test
  void failsWhereTheClaimIsGone() {
    trial.without(trial.claim("c"));

    assertThat(verdict)
        .isCompletedWithValue(Verdict.error("could not find ResourceClaim \"default/c\""));
  }

  private void report(String condition, String status) {
    ResourceClaim claim = trial.claim("c");
    ObjectMeta meta = claim.meta().withResourceVersion(claim.meta().resourceVersion() + "1");
    var reported = new Condition(condition, status, "Why", "what");
    trial.with(
        new ResourceClaim(
            meta,
            claim.requests(),
            claim.constraints(),
            claim.allocation(),
            claim.reservedFor(),
            List.of(new DeviceStatus("gpu.example.com", "p", "d", null, List.of(reported)))));
  }
}
