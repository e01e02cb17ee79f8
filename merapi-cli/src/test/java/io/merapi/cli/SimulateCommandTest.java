package io.merapi.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code merapi simulate} as a user meets it. */
class SimulateCommandTest {

  private static final String WORKLOAD =
      """
      apiVersion: v1
      kind: Node
      metadata: {name: a}
      status: {allocatable: {cpu: "2", memory: 4Gi, pods: "10"}}
      ---
      apiVersion: v1
      kind: Pod
      metadata:
        name: job
        namespace: team
        annotations: {merapi.io/arrival: 5m, merapi.io/run-time: 1h}
      spec:
        containers: [{name: main, image: app, resources: {requests: {cpu: "2"}}}]
      ---
      apiVersion: v1
      kind: Pod
      metadata:
        name: huge
        namespace: team
        annotations: {merapi.io/arrival: 10m}
      spec:
        containers: [{name: main, image: app, resources: {requests: {cpu: "64"}}}]
      """;

  private static final String CONF =
      """
      actions: "enqueue, allocate, backfill"
      tiers:
      - plugins:
        - name: priority
        - name: gang
      - plugins:
        - name: predicates
        - name: proportion
        - name: nodeorder
      """;

  private static final String JOBS =
      """
      apiVersion: v1
      kind: Node
      metadata: {name: a, labels: {disk: ssd}}
      status: {allocatable: {cpu: "4", memory: 4Gi, pods: "10"}}
      ---
      apiVersion: batch.volcano.sh/v1alpha1
      kind: Job
      metadata: {name: narrow}
      spec:
        queue: default
        tasks:
        - name: worker
          replicas: 3
          template:
            metadata: {annotations: {merapi.io/run-time: 1h}}
            spec: {containers: [{name: main, resources: {requests: {cpu: "1"}}}]}
      ---
      apiVersion: batch.volcano.sh/v1alpha1
      kind: Job
      metadata: {name: wide}
      spec:
        queue: default
        tasks:
        - name: worker
          replicas: 3
          template:
            spec: {containers: [{name: main, resources: {requests: {cpu: "3"}}}]}
      """;

  @TempDir private Path directory;

  @Test
  void runsTheShippedExampleWhereNoInputIsGiven() {
    Outcome answer = simulate();

    assertThat(answer.exitCode()).isZero();
    assertThat(answer.err())
        .isEqualToIgnoringNewLines(
            "merapi: Job research/pretrain-giant cannot run even on the empty cluster:"
                + " queue resource quota insufficient: insufficient nvidia.com/gpu");
    assertThat(answer.out())
        .startsWith("Simulated ")
        .contains("queue", "production", "research", "nvidia.com/gpu")
        .containsPattern("\\d+ pods of queue research by preempt")
        .containsPattern("\\d+ pods of queue research by reclaim")
        .contains("Groups that never started:")
        .contains("research/pretrain-giant (queue research, 9 pods");
  }

  @Test
  void runsAnExampleOfSinglePodsWhereTheWorkOfKubeSchedulerIsMeant() {
    Outcome answer = simulate("--mode", "kube");

    assertThat(answer.exitCode()).isZero();
    assertThat(answer.out())
        .contains("research", "serving", "vision", "nvidia.com/gpu")
        .contains("Pending at the end, by reason:")
        .contains("research/train-giant");
  }

  @Test
  void schedulesGroupsUnderAVolcanoConfiguration() throws IOException {
    Outcome answer = simulate("--scheduler-conf", file("v.conf", CONF), file("jobs.yaml", JOBS));

    assertThat(answer.err())
        .isEqualToIgnoringNewLines(
            "merapi: Job default/wide cannot run even on the empty cluster:"
                + " queue resource quota insufficient: insufficient cpu");
    assertThat(answer.exitCode()).isZero();
    assertThat(answer.out())
        .contains("3 pods came: 3 placed by the scheduler, 3 finished")
        .containsPattern("default +1 +2 +1 +1 ")
        .contains("Nobody was evicted.")
        .contains("default/wide (queue default, 3 pods");
  }

  @Test
  void batchWorkWithoutAConfigurationIsDoneByTheDefaultsOfVcScheduler() throws IOException {
    String jobs = file("jobs.yaml", JOBS);

    assertThat(simulate("--mode", "batch", jobs).out()).contains("3 finished");

    Outcome refused = simulate("--mode", "batch", "--disable-default-scheduler-config", jobs);
    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err()).contains("--scheduler-conf is missing");
  }

  @Test
  void aRefusedConfigurationIsReplacedByTheDefaultsUnlessThatIsForbidden() throws IOException {
    String conf = file("v.conf", CONF.replace("allocate", "allocat"));
    String jobs = file("jobs.yaml", JOBS);

    Outcome answer = simulate("--scheduler-conf", conf, jobs);
    assertThat(answer.exitCode()).isZero();
    assertThat(answer.err())
        .contains("did you mean allocate?")
        .contains("vc-scheduler would go on with its default configuration");

    assertThat(simulate("--disable-default-scheduler-config", "--scheduler-conf", conf, jobs).err())
        .contains("the configuration is refused");
    assertThat(simulate("--strict", "--scheduler-conf", conf, jobs).exitCode()).isEqualTo(2);
  }

  @Test
  void aBadArgumentIsNamedAndTheDefaultCountsUnlessThatIsForbidden() throws IOException {
    String conf =
        file(
            "v.conf",
            """
            actions: "enqueue, allocate, backfill"
            tiers:
            - plugins:
              - name: gang
              - name: binpack
                arguments: {binpack.weight: heavy}
            """);
    String jobs = file("jobs.yaml", JOBS);

    Outcome answer = simulate("--scheduler-conf", conf, jobs);
    assertThat(answer.exitCode()).isZero();
    assertThat(answer.err())
        .contains("warning: tiers[0].plugins[1].arguments.binpack.weight (\"heavy\") must be");
    assertThat(answer.out()).contains("3 finished");

    assertThat(simulate("--strict", "--scheduler-conf", conf, jobs).exitCode()).isEqualTo(2);
  }

  @Test
  void onlyPodsOfTheNamedSchedulersAreScheduled() throws IOException {
    String jobs = file("jobs.yaml", JOBS.replace("queue: default", "schedulerName: mine"));

    assertThat(simulate("--mode", "batch", jobs).out()).contains("0 placed");
    assertThat(simulate("--mode", "batch", "--scheduler-name", "mine", jobs).out())
        .contains("3 placed");
  }

  @Test
  void nodesWithoutTheLabelAreNotUsed() throws IOException {
    String jobs = file("jobs.yaml", JOBS);

    assertThat(simulate("--mode", "batch", "--node-selector", "role:train", jobs).err())
        .contains("nothing of the workload can ever run");
    assertThat(simulate("--mode", "batch", "--node-selector", "x:y,disk:ssd", jobs).out())
        .contains("3 placed");
  }

  @Test
  void nodesOfOtherShardsAreNotUsedUnderHardSharding() throws IOException {
    String jobs =
        file(
            "jobs.yaml",
            JOBS
                + """
                ---
                apiVersion: shard.volcano.sh/v1alpha1
                kind: NodeShard
                metadata: {name: mine}
                spec: {nodesDesired: [a]}
                """);

    assertThat(simulate("--mode", "batch", "--scheduler-sharding-mode", "hard", jobs).err())
        .contains("nothing of the workload can ever run");
    assertThat(
            simulate(
                    "--mode",
                    "batch",
                    "--scheduler-sharding-mode",
                    "hard",
                    "--scheduler-sharding-name",
                    "mine",
                    jobs)
                .out())
        .contains("3 placed");
  }

  @Test
  void saysThatKubeSchedulerPassesOverJobs() throws IOException {
    assertThat(simulate(file("jobs.yaml", JOBS)).err())
        .contains("kube-scheduler passes over 2 Volcano Jobs; --mode batch");
  }

  @Test
  void saysThatKubeSchedulerPassesOverJobsThatAreGenerated() throws IOException {
    String generator =
        """
        ---
        apiVersion: merapi.io/v1alpha1
        kind: WorkloadGenerator
        metadata: {name: sweep}
        spec:
          count: 1
          arrivals: {uniform: {every: 1m}}
          jobs:
          - template:
              apiVersion: batch.volcano.sh/v1alpha1
              kind: Job
              spec: {tasks: [{name: main, template: {spec: {containers: [{name: main}]}}}]}
        """;

    assertThat(simulate(file("jobs.yaml", JOBS + generator)).err())
        .contains("passes over 2 Volcano Jobs and the Volcano Jobs of WorkloadGenerator sweep;");
  }

  @Test
  void namesTheJobWhoseRunTimeCannotBeRead() throws IOException {
    String jobs = file("jobs.yaml", JOBS.replace("run-time: 1h", "run-time: long"));

    assertThat(simulate("--mode", "batch", jobs).err())
        .contains("Job default/narrow: annotation merapi.io/run-time (long) must be a duration");
  }

  @Test
  void oneConfigurationIsEnough() throws IOException {
    Outcome answer =
        simulate("--config", "kube.yaml", "--scheduler-conf", file("v.conf", CONF), "x.yaml");

    assertThat(answer.exitCode()).isEqualTo(2);
    assertThat(answer.err()).contains("--config is for kube-scheduler's work");
  }

  @Test
  void saysWhatCameOfAWorkload() throws IOException {
    Outcome answer = simulate(file("workload.yaml", WORKLOAD));

    assertThat(answer.out())
        .contains("2 pods came: 1 placed by the scheduler, 1 finished, 0 running, 1 pending")
        .contains("1 x 0/1 nodes are available: 1 Insufficient cpu.")
        .contains("(for instance team/huge)");
  }

  @Test
  void givesTheSameBytesForTheSameSeed() {
    assertThat(simulate("--seed", "7", "-o", "json").out())
        .isEqualTo(simulate("--seed", "7", "-o", "json").out())
        .contains("\"pods\":{\"arrived\":");
  }

  @Test
  void tellsNothingOfAWorkloadThatIsEmpty() throws IOException {
    String nodes = WORKLOAD.substring(0, WORKLOAD.indexOf("---"));

    assertThat(simulate(file("nodes.yaml", nodes)).out())
        .endsWith("Nothing came, so there is nothing to tell.%n".formatted());
  }

  @Test
  void writesJobsAndCurvesIntoFiles() throws IOException {
    Path jobs = directory.resolve("jobs.csv");
    Path series = directory.resolve("series.csv");
    Outcome answer =
        simulate(
            "--jobs-csv",
            jobs.toString(),
            "--series-csv",
            series.toString(),
            "--until",
            "10m",
            file("workload.yaml", WORKLOAD.replace("run-time: 1h", "run-time: 4m")));

    assertThat(answer.exitCode()).isZero();
    // The job comes after 5 minutes and runs for 4; the huge one comes at the very end.
    assertThat(jobs)
        .hasContent(
            """
            namespace,name,kind,queue,state,arrival,arrival_seconds,start,start_seconds,end,\
            end_seconds,waited_seconds,turnaround_seconds,run_seconds,bounded_slowdown,pods,\
            min_pods,cpu,memory_bytes,gpus,evictions,restarts
            team,job,Pod,,finished,2026-01-01T00:05:00Z,300,2026-01-01T00:05:00Z,300,\
            2026-01-01T00:09:00Z,540,0,240,240,1,1,1,2,0,0,0,0
            team,huge,Pod,,waiting,2026-01-01T00:10:00Z,600,,,,,0,,0,,1,1,64,0,0,0,0
            """);
    assertThat(Files.readAllLines(series))
        .startsWith(
            "time,seconds,running_pods,pending_pods,pending_jobs,offered:cpu,used:cpu,"
                + "allocated:cpu,offered:memory,used:memory,allocated:memory",
            "2026-01-01T00:00:00Z,0,0,0,0,2000,0,0,4294967296,0,0")
        .contains("2026-01-01T00:05:00Z,300,1,0,0,2000,1,1,4294967296,0,0");
  }

  @Test
  void saysBeforeTheWorkThatAFileCannotBeThere() {
    Outcome answer = simulate("--jobs-csv", directory.resolve("no/where.csv").toString());

    assertThat(answer.exitCode()).isEqualTo(2);
    assertThat(answer.out()).isEmpty();
    assertThat(answer.err()).contains("where.csv) must be a file in a folder that exists");
  }

  @Test
  void hasAllFiguresForPrograms() {
    assertThat(simulate("-o", "json").out())
        .containsPattern("\"makespanSeconds\":[1-9]")
        .containsPattern("\"jobs\":\\{\"came\":20,\"started\":19,\"finished\":19,\"failed\":0")
        .containsPattern("\"turnaroundSeconds\":\\{\"jobs\":19,\"mean\":[1-9]")
        .containsPattern("\"boundedSlowdown\":\\{\"jobs\":19,\"mean\":[1-9]")
        .containsPattern("\"fairness\":\\{\"resource\":\"nvidia.com/gpu\",\"jain\":0.9")
        .containsPattern("\"workLost\":\\{\"pods\":[1-9]\\d+,\"podSeconds\":[1-9]")
        .containsPattern("\"gpuFragmentation\":\\{\"ofFree\":0.0")
        .contains("\"waitHistogram\":[{\"fromSeconds\":0,\"toSeconds\":1,\"started\":")
        .contains("\"waitingReasons\":[{\"reason\":\"")
        .containsPattern("\"deservedShare\":\\{\"cpu\":0.[1-9]");
  }

  @Test
  void stopsWhereItIsToldTo() throws IOException {
    assertThat(simulate("--until", "30m", file("workload.yaml", WORKLOAD)).out())
        .startsWith("Simulated 30m0s on 1 node.")
        .contains("1 running");
  }

  @Test
  void refusesATimeThatItCannotRead() {
    Outcome answer = simulate("--until", "tomorrow");

    assertThat(answer.exitCode()).isEqualTo(2);
    assertThat(answer.err()).contains("(tomorrow) must be a duration such as 90s or 12h");
  }

  @Test
  void namesTheObjectWhoseAnnotationCannotBeRead() throws IOException {
    String bad = file("bad.yaml", WORKLOAD.replace("run-time: 1h", "run-time: long"));
    Outcome answer = simulate(bad);

    assertThat(answer.exitCode()).isEqualTo(2);
    assertThat(answer.err())
        .contains("Pod team/job: annotation merapi.io/run-time (long) must be a duration")
        .contains("--keep-going");
    assertThat(simulate("--keep-going", bad).exitCode()).isZero();
  }

  @Test
  void saysThatAFileIsMissing() {
    Outcome answer = simulate("nowhere.yaml");

    assertThat(answer.exitCode()).isEqualTo(2);
    assertThat(answer.err()).contains("nowhere.yaml");
  }

  @Test
  void saysThatExtendersAreNotAsked() throws IOException {
    String config =
        file(
            "scheduler.yaml",
            """
            apiVersion: kubescheduler.config.k8s.io/v1
            kind: KubeSchedulerConfiguration
            extenders:
            - urlPrefix: http://127.0.0.1:1
              filterVerb: filter
            """);

    Outcome answer = simulate("--config", config, file("workload.yaml", WORKLOAD));
    assertThat(answer.exitCode()).isZero();
    assertThat(answer.err()).contains("extenders are not asked");
  }

  @Test
  void knowsTheFixes() {
    assertThat(simulate("--fixes", "wishes").err()).contains("(wishes) is no known fix");
  }

  private String file(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text).toString();
  }

  private static Outcome simulate(String... arguments) {
    return Outcome.ofCommand("simulate", arguments);
  }
}
