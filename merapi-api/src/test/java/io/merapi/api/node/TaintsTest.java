package io.merapi.api.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.node.Node.Taint;
import io.merapi.api.pod.Toleration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TaintsTest {

  private static final Taint GPU = new Taint("gpu", "a100", "NoSchedule");

  @Test
  void equalComparesKeyValueAndEffect() {
    assertThat(tolerates(toleration("gpu", "Equal", "a100", "NoSchedule"), GPU)).isTrue();
    assertThat(tolerates(toleration("gpu", "Equal", "h100", "NoSchedule"), GPU)).isFalse();
    assertThat(tolerates(toleration("cpu", "Equal", "a100", "NoSchedule"), GPU)).isFalse();
    assertThat(tolerates(toleration("gpu", "Equal", "a100", "NoExecute"), GPU)).isFalse();
  }

  @Test
  void noOperatorMeansEqual() {
    assertThat(tolerates(toleration("gpu", "", "a100", ""), GPU)).isTrue();
    assertThat(tolerates(toleration("gpu", "", "h100", ""), GPU)).isFalse();
  }

  @Test
  void existsTakesAnyValueAndWithoutKeyAnyTaint() {
    assertThat(tolerates(toleration("gpu", "Exists", "h100", ""), GPU)).isTrue();
    assertThat(tolerates(toleration("", "Exists", "", ""), GPU)).isTrue();
    assertThat(tolerates(toleration("", "Exists", "", "NoExecute"), GPU)).isFalse();
  }

  @Test
  void emptyKeyWithEqualStillComparesTheValue() {
    assertThat(tolerates(toleration("", "Equal", "a100", ""), GPU)).isTrue();
    assertThat(tolerates(toleration("", "Equal", "", ""), GPU)).isFalse();
  }

  @Test
  void operatorThatDoesNotExistToleratesNothing() {
    assertThat(tolerates(toleration("gpu", "NotEqual", "a100", ""), GPU)).isFalse();
  }

  @ParameterizedTest(name = "taint {0} {1} toleration {2}: {3}")
  @CsvSource({
    "5, Lt, 10, true",
    "10, Lt, 10, false",
    "11, Gt, 10, true",
    "10, Gt, 10, false",
    "-3, Lt, 0, true",
    "9223372036854775807, Gt, 9223372036854775806, true",
    "-9223372036854775808, Lt, -9223372036854775807, true"
  })
  void comparesTheTaintWithTheToleration(
      String taintValue, String operator, String tolerationValue, boolean expected) {
    var taint = new Taint("sla", taintValue, "NoSchedule");
    List<Toleration> tolerations = List.of(toleration("sla", operator, tolerationValue, ""));
    assertThat(Taints.tolerates(tolerations, taint, true)).isEqualTo(expected);
    assertThat(Taints.tolerates(tolerations, taint, false)).isFalse();
  }

  @ParameterizedTest(name = "({0}) is no number to compare with")
  @CsvSource({
    "''",
    "-",
    "+5",
    "05",
    "-0",
    "5a",
    "5.0",
    "٥",
    "9223372036854775808",
    "-9223372036854775809",
    "12345678901234567890"
  })
  void valueThatIsNoPlainIntegerIsNotCompared(String value) {
    var high = new Taint("sla", "9000000000000000000", "NoSchedule");
    var odd = new Taint("sla", value, "NoSchedule");
    assertThat(Taints.tolerates(List.of(toleration("sla", "Gt", value, "")), high, true)).isFalse();
    assertThat(Taints.tolerates(List.of(toleration("sla", "Lt", value, "")), high, true)).isFalse();
    assertThat(Taints.tolerates(List.of(toleration("sla", "Gt", "1", "")), odd, true)).isFalse();
    assertThat(Taints.tolerates(List.of(toleration("sla", "Lt", "99", "")), odd, true)).isFalse();
  }

  @Test
  void findsTheFirstTaintThatKeepsAway() {
    var soft = new Taint("soft", "", "PreferNoSchedule");
    var unknown = new Taint("odd", "", "Whatever");
    var drained = new Taint("drained", "", "NoExecute");
    List<Taint> taints = List.of(soft, unknown, GPU, drained);
    assertThat(Taints.firstUntolerated(taints, List.of(), false)).isEqualTo(GPU);
    assertThat(Taints.firstUntolerated(taints, List.of(toleration("gpu", "Exists", "", "")), false))
        .isEqualTo(drained);
    assertThat(Taints.firstUntolerated(List.of(soft, unknown), List.of(), false)).isNull();
  }

  private static boolean tolerates(Toleration toleration, Taint taint) {
    return Taints.tolerates(List.of(toleration), taint, false);
  }

  private static Toleration toleration(String key, String operator, String value, String effect) {
    return new Toleration(key, operator, value, effect, null);
  }
}
