package io.merapi.explain.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.explain.conformance.CaseResult.Difference;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CallComparisonTest {

  private static final Map<String, Object> BODY =
      Map.of("task", Map.of("Name", "p", "Status", 1), "nodes", List.of(Map.of("Name", "a")));

  @Test
  void aRecordedCallMustHaveBeenMadeHoweverOften() {
    Map<String, Object> recorded = Map.of("path", "x", "task", "p", "count", 3);
    assertThat(compare(recorded, Map.of("path", "x", "task", "p"))).isEmpty();
    assertThat(compare(recorded, Map.of("path", "x", "task", "q")))
        .extracting(Difference::found)
        .containsExactly("no such call");
  }

  @Test
  void callsBeyondTheRecordedOnesDoNotCount() {
    assertThat(CallComparison.compare(null, List.of(Map.of("path", "x")))).isEmpty();
  }

  @Test
  void theBodyMayHoldMoreThanWasRecorded() {
    assertThat(
            compare(
                Map.of("path", "x", "body", Map.of("task", Map.of("Name", "p"))),
                Map.of("path", "x", "body", BODY)))
        .isEmpty();
    assertThat(
            compare(
                Map.of("path", "x", "body", Map.of("nodes", List.of(Map.of()))),
                Map.of("path", "x", "body", BODY)))
        .isEmpty();
  }

  @Test
  void aRecordedFieldOfTheBodyMustBeThereAndTheSame() {
    assertThat(
            compare(
                Map.of("path", "x", "body", Map.of("task", Map.of("Status", 2, "UID", "u"))),
                Map.of("path", "x", "body", BODY)))
        .extracting(Difference::path)
        .containsExactly(
            "outcome.extenderCalls[0].body.task.Status", "outcome.extenderCalls[0].body.task.UID");
    assertThat(
            compare(
                Map.of("path", "x", "body", Map.of("nodes", List.of())),
                Map.of("path", "x", "body", BODY)))
        .extracting(Difference::path)
        .containsExactly("outcome.extenderCalls[0].body.nodes");
  }

  @Test
  void ofTheTimeOfRecordingOnlyThatThereIsOneCounts() {
    Map<String, Object> recorded =
        Map.of("path", "x", "body", Map.of("ScheduleStartTimestamp", "2026-01-01T00:00:00Z"));
    assertThat(
            compare(
                recorded,
                Map.of("path", "x", "body", Map.of("ScheduleStartTimestamp", "2030-01-01"))))
        .isEmpty();
    assertThat(compare(recorded, Map.of("path", "x", "body", Map.of()))).hasSize(1);
  }

  private static List<Difference> compare(Map<String, ?> recorded, Map<String, ?> made) {
    return CallComparison.compare(List.of(recorded), List.of(made));
  }
}
