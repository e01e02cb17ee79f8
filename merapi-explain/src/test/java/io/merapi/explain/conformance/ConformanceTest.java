package io.merapi.explain.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.explain.conformance.CaseResult.Status;
import io.merapi.testkit.GoldenVectors;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConformanceTest {

  private static final String POD =
      """
      {"apiVersion":"v1","kind":"Pod","metadata":{"name":"p","namespace":"default"}}\
      """;

  private final Conformance conformance = new Conformance(false);

  @ParameterizedTest(name = "by reference: {0}")
  @ValueSource(booleans = {false, true})
  void noCaseOfKubeSchedulerDiffers(boolean reference) {
    assertThat(failures(GoldenVectors.KUBE, reference)).isEmpty();
  }

  @ParameterizedTest(name = "by reference: {0}")
  @ValueSource(booleans = {false, true})
  void noCaseOfVolcanoDiffers(boolean reference) {
    assertThat(failures(GoldenVectors.BATCH, reference)).isEmpty();
  }

  @Test
  void aRefusedConfigurationIsAWholeAnswer() {
    CaseResult result =
        conformance.run(
            "case.json",
            "tiers",
            """
            {"name":"c","config":"actions: no-such-action","objects":[],
             "expect":{"configError":"failed to find Action no-such-action"}}\
            """);
    assertThat(result.status()).isEqualTo(Status.PASSED);
  }

  @Test
  void aConfigurationThatOnlyOneSideRefusesIsADifference() {
    CaseResult result =
        conformance.run(
            "case.json",
            "tiers",
            """
            {"name":"c","config":"actions: allocate","objects":[],
             "expect":{"configError":"something"}}\
            """);
    assertThat(result.status()).isEqualTo(Status.FAILED);
    assertThat(result.differences())
        .containsExactly(new CaseResult.Difference("configError", "something", "none"));
  }

  @Test
  void anObjectThatCannotBeReadFailsTheCase() {
    CaseResult result =
        conformance.run(
            "case.json",
            "gang",
            """
            {"name":"c","config":"actions: allocate","objects":[%s],"expect":{}}\
            """
                .formatted(POD.replace("\"p\"", "7")));
    assertThat(result.status()).isEqualTo(Status.FAILED);
    assertThat(result.differences().getFirst().found()).contains("metadata.name (7)");
  }

  @Test
  void aKindThatIsNotReadFailsTheCase() {
    CaseResult result =
        conformance.run(
            "case.json",
            "gang",
            """
            {"name":"c","config":"actions: allocate","objects":[%s],"expect":{}}\
            """
                .formatted(POD.replace("Pod", "Secret")));
    assertThat(result.status()).isEqualTo(Status.FAILED);
    assertThat(result.differences().getFirst().found()).contains("(Secret)");
  }

  @Test
  void casesAreFoundInFoldersBySortedName(@TempDir Path folder) throws IOException {
    Files.createDirectories(folder.resolve("b"));
    Files.createDirectories(folder.resolve("a"));
    Files.writeString(folder.resolve("b/two.json"), "{}");
    Files.writeString(folder.resolve("a/one.json"), "{}");
    Files.writeString(folder.resolve("a/README.md"), "no case");
    var seen = new ArrayList<String>();
    int count =
        CaseFiles.visit(
            folder, (file, group, _) -> seen.add(group + ":" + Path.of(file).getFileName()));
    assertThat(count).isEqualTo(2);
    assertThat(seen).containsExactly("a:one.json", "b:two.json");
  }

  private static List<String> failures(GoldenVectors layer, boolean reference) {
    var conformance = new Conformance(reference);
    var failures = new ArrayList<String>();
    Map<Status, Integer> counts = new EnumMap<>(Status.class);
    layer.forEach((name, json) -> {
      CaseResult result = conformance.run(name, "", new String(json, StandardCharsets.UTF_8));
      counts.merge(result.status(), 1, Integer::sum);
      if (result.status() == Status.FAILED) {
        failures.add(name + " " + result.differences().getFirst());
      }
    });
    assertThat(counts.values().stream().mapToInt(Integer::intValue).sum())
        .as("cases of %s", layer)
        .isGreaterThan(1300);
    return failures;
  }
}
