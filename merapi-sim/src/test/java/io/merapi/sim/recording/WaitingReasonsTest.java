package io.merapi.sim.recording;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WaitingReasonsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          0/10 nodes are available: 4 node(s) had untolerated taint(s), 6 Insufficient nvidia.com/gpu. preemption: 0/10 nodes are available | Insufficient nvidia.com/gpu, node(s) had untolerated taint(s)
          0/8 nodes are unavailable: 8 Insufficient nvidia.com/gpu. | Insufficient nvidia.com/gpu
          pod group is not ready, 8 Pending, 8 minAvailable; Pending: 8 Unschedulable | pod group is not ready
          pod group is not ready, 4 Pending, 4 minAvailable; Pending: 4 Unschedulable. Origin reason is j-w-0: 0/8 nodes are unavailable: 8 Insufficient cpu. | pod group is not ready: Insufficient cpu
          pod group is not ready, 4 Pending, 4 minAvailable. Origin reason is: queue a has 2 cpu | pod group is not ready: queue a has
          pod group is ready, 16 Running, 2 minAvailable, 8 Pending | pod group is ready, pods beyond its minimum wait
          Pod team/p-0 can possibly be assigned to gpu-3, once resource is released | a node is found, once resource is released
          Task p-10 with role spec worker has already predicated failed, skip | a pod of the same task did not fit
          not even waiting for gang gating | not even waiting for gang gating
          """)
  void messagesThatDifferInNumbersAndNamesAreOneReason(String message, String reason) {
    assertThat(WaitingReasons.brief(message)).isEqualTo(reason);
  }
}
