package io.merapi.kube.plugins.dynamicresources;

import static io.merapi.testkit.DemandBuilder.devices;
import static io.merapi.testkit.DeviceBuilder.device;
import static io.merapi.testkit.DeviceClaimBuilder.deviceClaim;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static io.merapi.testkit.SliceBuilder.slice;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.device.Allocation;
import io.merapi.api.device.ResourceClaim;
import io.merapi.kube.devices.DeviceId;
import io.merapi.testkit.DeviceBuilder;
import io.merapi.testkit.PodBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random pods come, are reserved for, written, given back: devices are never lost nor doubled. */
class ReserveProperties {

  private static final int NODES = 4;

  static List<Integer> seeds() {
    var seeds = new ArrayList<Integer>();
    for (int seed = 0; seed < 60; seed++) {
      seeds.add(seed);
    }
    return seeds;
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void givingBackLeavesEverythingAsItWas(int seed) {
    var random = new Random(seed);
    DeviceTrial trial = cluster(random);
    for (int i = 0; i < 8; i++) {
      DeviceTrial.Attempt attempt = trial.schedule(newPod(trial, random, i));
      List<String> fitting = attempt.fitting();
      if (fitting.isEmpty()) {
        continue;
      }
      String node = fitting.get(random.nextInt(fitting.size()));
      List<String> free = fittingNodes(trial);
      attempt.reserve(node);
      if (random.nextBoolean()) {
        attempt.unreserve(node);
        assertThat(fittingNodes(trial)).isEqualTo(free);
      }
    }
    noDeviceIsHeldTwice(trial);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void whateverFailsNothingStaysPendingAndNothingIsHeldTwice(int seed) {
    var random = new Random(seed);
    DeviceTrial trial = cluster(random);
    for (int i = 0; i < 12; i++) {
      DeviceTrial.Attempt attempt = trial.schedule(newPod(trial, random, i));
      List<String> fitting = attempt.fitting();
      if (fitting.isEmpty()) {
        continue;
      }
      String node = fitting.getFirst();
      attempt.reserve(node);
      noDeviceIsHeldTwice(trial);
      if (random.nextInt(3) == 0) {
        trial.claims.fail(List.of("create", "update", "report").get(random.nextInt(3)));
      }
      var verdict = attempt.preBind(node).toCompletableFuture();
      trial.waiting.giveUp(Duration.ofSeconds(1));
      if (!verdict.join().isSuccess()) {
        attempt.unreserve(node);
      }
      assertThat(trial.pending.all()).isEmpty();
      noDeviceIsHeldTwice(trial);
    }
  }

  private static DeviceTrial cluster(Random random) {
    DeviceTrial trial = DeviceTrial.trial();
    trial.with(DeviceTrial.deviceClass("gpu", "example.com/gpu"));
    for (int n = 0; n < NODES; n++) {
      var offered = slice("pool-" + n).on("node-" + n);
      for (int d = 0; d < 1 + random.nextInt(3); d++) {
        DeviceBuilder device = device("d" + d).attribute("index", d);
        offered.with(random.nextInt(4) == 0 ? device.shared().capacity("memory", "8Gi") : device);
      }
      trial.with(node("node-" + n)).with(offered);
    }
    return trial;
  }

  private static PodBuilder newPod(DeviceTrial trial, Random random, int number) {
    PodBuilder pod = pod("p" + number).uid("u" + number);
    if (random.nextInt(3) == 0) {
      pod.request("example.com/gpu", String.valueOf(1 + random.nextInt(2)));
    }
    for (int c = 0; c < 1 + random.nextInt(2); c++) {
      String name = "c" + number + "-" + c;
      var claim = deviceClaim(name);
      if (random.nextInt(3) == 0) {
        claim.firstOf("r", devices(2), devices(1).share("memory", "3Gi"));
      } else {
        claim.request("r", devices(1 + random.nextInt(2)));
      }
      trial.with(claim);
      pod.resourceClaim(name);
    }
    return pod;
  }

  /** The nodes with a free device, which is what a pod that has not come yet would see. */
  private static List<String> fittingNodes(DeviceTrial trial) {
    trial.with(deviceClaim("probe").request("r", devices(1)));
    return trial.schedule(pod("probe").uid("probe").resourceClaim("probe")).fitting();
  }

  private static void noDeviceIsHeldTwice(DeviceTrial trial) {
    var held = new HashSet<DeviceId>();
    var allocations = new ArrayList<>(trial.pending.all());
    for (ClusterObject object : trial.assumed.latest(trial.view(), ObjectKind.RESOURCE_CLAIM)) {
      Allocation allocation = ((ResourceClaim) object).allocation();
      if (allocation != null) {
        allocations.add(allocation);
      }
    }
    for (Allocation allocation : allocations) {
      for (Allocation.Result result : allocation.results()) {
        if (result.shareId() == null) {
          assertThat(held.add(DeviceId.of(result))).as("%s is held once", result).isTrue();
        }
      }
    }
  }
}
