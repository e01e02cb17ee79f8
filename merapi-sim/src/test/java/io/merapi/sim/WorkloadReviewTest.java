package io.merapi.sim;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.feature.FeatureGates;
import io.merapi.batch.configuration.BatchConfiguration;
import io.merapi.batch.cycle.BatchSettings;
import io.merapi.config.snapshot.LoadResult;
import io.merapi.config.snapshot.SnapshotLoader;
import io.merapi.sim.trace.TraceTarget;
import io.merapi.sim.trace.Traces;
import io.merapi.sim.workload.JobKinds;
import io.merapi.testkit.NodeBuilder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said of the jobs of a trace or of a generator before they come. */
class WorkloadReviewTest {

  private static final int NODES = 4;

  /** Each pod of them fills a node. */
  private static final String GANGS =
      """
      apiVersion: merapi.io/v1alpha1
      kind: WorkloadGenerator
      metadata: {name: sweep, namespace: default}
      spec:
        count: 400
        arrivals: {poisson: {perHour: 60}}
        jobs:
        - runTime: 1m
          pods: SIZES
          template:
            apiVersion: batch.volcano.sh/v1alpha1
            kind: Job
            spec:
              tasks:
              - name: worker
                template:
                  spec: {containers: [{name: main, resources: {requests: {cpu: "8"}}}]}
      """;

  private static final Scheduling SCHEDULING =
      new BatchScheduling(
          BatchConfiguration.byDefault(), FeatureGates.DEFAULTS, BatchSettings.DEFAULTS);

  private static final String HEADER = "arrival,run_time,cpu,memory,pods,queue\n";

  @TempDir Path directory;

  @Test
  void namesTheFirstOfTheJobsThatLackTheSameAndCountsThem() throws IOException {
    WorkloadReview review =
        review(
            """
            0,1m,4,1Gi,1,a
            1,1m,9,1Gi,1,a
            2,1m,8,16Gi,1,b
            3,1m,20,1Gi,1,b
            4,1m,8,17Gi,1,b
            5,1m,9,1Gi,1,b
            """);

    assertThat(review.sentences())
        .satisfiesExactly(
            cpu ->
                assertThat(cpu)
                    .startsWith("Pod default/job-3 (%s:3) and 2 more cannot run".formatted(path()))
                    .contains("Insufficient cpu"),
            memory ->
                assertThat(memory)
                    .startsWith("Pod default/job-6 (%s:6) cannot run".formatted(path()))
                    .contains("Insufficient memory"));
    assertThat(review.nothingRuns()).isFalse();
  }

  @Test
  void aGangIsTriedAsAWholeUnderItsOwnName() throws IOException {
    WorkloadReview review = review("0,1m,8,1Gi,4,a\n0,1m,8,1Gi,5,a\n");

    assertThat(review.sentences())
        .singleElement()
        .satisfies(sentence ->
            assertThat(sentence)
                .startsWith("Job default/job-3 (%s:3) cannot run".formatted(path()))
                .doesNotContain("trial"));
  }

  @Test
  void knowsThatNothingRuns() throws IOException {
    assertThat(review("0,1m,9,1Gi,1,a\n0,1m,1,17Gi,1,a\n").nothingRuns()).isTrue();
  }

  @Test
  void decidesTheSameAsIfEachJobWereTried() throws IOException {
    for (int seed = 0; seed < 10; seed++) {
      var random = new Random(seed);
      var rows = new StringBuilder();
      int hopeless = 0;
      for (int job = 0; job < 200; job++) {
        int cpu = 1 + random.nextInt(10);
        int memory = 1 + random.nextInt(20);
        int pods = 1 + random.nextInt(8);
        int onNode = Math.min(8 / cpu, 16 / memory);
        hopeless += onNode * NODES < pods ? 1 : 0;
        rows.append("0,1m,%d,%dGi,%d,q\n".formatted(cpu, memory, pods));
      }
      assertThat(counted(review(rows.toString()))).as("seed %d", seed).isEqualTo(hopeless);
    }
  }

  @Test
  void jobsThatChanceMakesTooLargeAreToldByTheFirstOfThem() {
    WorkloadReview review = generated(GANGS.replace("SIZES", "{uniform: {min: 1, max: 8}}"));

    assertThat(review.sentences())
        .singleElement()
        .satisfies(sentence ->
            assertThat(sentence)
                .matches("Job default/sweep-\\d+ and [\\d,]+ more cannot run even on .*")
                .doesNotContain("trial"));
    assertThat(review.nothingRuns()).isFalse();
  }

  @Test
  void aGeneratorOfJobsThatFitIsNotSpokenOf() {
    assertThat(generated(GANGS.replace("SIZES", "{uniform: {min: 1, max: 4}}")).sentences())
        .isEmpty();
  }

  @Test
  void knowsThatNothingOfAGeneratorRuns() {
    assertThat(generated(GANGS.replace("SIZES", "5")).nothingRuns()).isTrue();
  }

  private static WorkloadReview generated(String generator) {
    var objects = new ArrayList<>(nodes());
    LoadResult read =
        new SnapshotLoader(new ByteArrayInputStream(generator.getBytes(UTF_8)))
            .load(List.of("-"), objects::add);
    assertThat(read.problems()).isEmpty();
    return WorkloadReview.of(objects, new JobKinds(List.of(), true), SCHEDULING, 7);
  }

  private String path() {
    return directory.resolve("jobs.csv").toString();
  }

  private WorkloadReview review(String rows) throws IOException {
    Files.writeString(Path.of(path()), HEADER + rows);
    Traces traces = Traces.lookThrough(List.of(path()));
    TraceTarget target = TraceTarget.of(SCHEDULING);
    var present = new Traces.Present(true, Set.of());
    var objects = new ArrayList<>(nodes());
    objects.addAll(traces.surroundings(target, present));
    return WorkloadReview.of(objects, traces.kinds(target, present), SCHEDULING, 0);
  }

  private static List<ClusterObject> nodes() {
    var nodes = new ArrayList<ClusterObject>();
    for (int node = 0; node < NODES; node++) {
      nodes.add(
          NodeBuilder.node("node-" + node)
              .allocatable("cpu", "8")
              .allocatable("memory", "16Gi")
              .allocatable("pods", "110")
              .build());
    }
    return nodes;
  }

  private static long counted(WorkloadReview review) {
    return review.sentences().stream()
        .mapToLong(sentence -> {
          int more = sentence.indexOf(" and ");
          int end = sentence.indexOf(" more cannot");
          return 1 + (end < 0 ? 0 : Long.parseLong(sentence.substring(more + 5, end)));
        })
        .sum();
  }
}
