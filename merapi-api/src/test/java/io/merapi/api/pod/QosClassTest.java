package io.merapi.api.pod;

import static io.merapi.api.pod.Pods.pod;
import static io.merapi.api.pod.QosClass.BEST_EFFORT;
import static io.merapi.api.pod.QosClass.BURSTABLE;
import static io.merapi.api.pod.QosClass.GUARANTEED;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QosClassTest {

  private static final String SOME = "cpu=1 memory=1Gi";

  @Test
  void aPodThatStatesNothingIsBestEffort() {
    assertThat(of(pod().container(""))).isEqualTo(BEST_EFFORT);
    assertThat(of(pod().container("cpu=0 nvidia.com/gpu=1", "nvidia.com/gpu=1")))
        .isEqualTo(BEST_EFFORT);
  }

  @Test
  void aPodWithAllLimitsAtItsRequestsIsGuaranteed() {
    assertThat(of(pod().container(SOME, SOME))).isEqualTo(GUARANTEED);
    assertThat(of(pod().container(SOME, "cpu=1000m memory=1024Mi").init(SOME, SOME)))
        .isEqualTo(GUARANTEED);
  }

  @Test
  void anythingElseIsBurstable() {
    assertThat(of(pod().container("cpu=1"))).isEqualTo(BURSTABLE);
    assertThat(of(pod().container("", "cpu=1"))).isEqualTo(BURSTABLE);
    assertThat(of(pod().container("cpu=1", "cpu=1"))).isEqualTo(BURSTABLE);
    assertThat(of(pod().container(SOME, "cpu=2 memory=1Gi"))).isEqualTo(BURSTABLE);
    assertThat(of(pod().container(SOME, SOME).container(""))).isEqualTo(BURSTABLE);
    assertThat(of(pod().container(SOME, SOME).init(""))).isEqualTo(BURSTABLE);
  }

  @Test
  void whatIsStatedForThePodAsAWholeCountsAlone() {
    Pod whole = pod().container("").wholePod(SOME, SOME).build();
    assertThat(QosClass.of(whole, true)).isEqualTo(GUARANTEED);
    assertThat(QosClass.of(whole, false)).isEqualTo(BEST_EFFORT);

    assertThat(of(pod().container(SOME, SOME).wholePod(SOME, ""))).isEqualTo(BURSTABLE);
  }

  @ParameterizedTest
  @CsvSource({"BestEffort, BEST_EFFORT", "Guaranteed, GUARANTEED", "Unheard, BURSTABLE"})
  void whatTheNodeReportsComesFirst(String told, QosClass expected) {
    assertThat(of(pod().container("cpu=1").qosClass(told))).isEqualTo(expected);
  }

  private static QosClass of(Pods pod) {
    return QosClass.of(pod.build(), true);
  }
}
