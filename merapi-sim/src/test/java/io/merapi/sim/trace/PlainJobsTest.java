package io.merapi.sim.trace;

import static io.merapi.sim.trace.TraceFiles.BATCH;
import static io.merapi.sim.trace.TraceFiles.KUBE;
import static io.merapi.sim.trace.TraceFiles.SHARING;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.batch.VolcanoJob;
import io.merapi.api.pod.Pod;
import io.merapi.api.workload.PriorityClass;
import io.merapi.sim.workload.SimulationKeys;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlainJobsTest {

  private static final String JOBS =
      """
      name,arrival,run_time,cpu,memory,gpu,queue,namespace,priority,pods,min_available,kind
      train,0,2h,8,64Gi,4,research,vision,100,16,8,
      notebook,90s,,500m,"2Gi",0.25,,,urgent,,,
      sweep,2m,600.5,1,1Gi,,research,vision,,3,,Pod

      """;

  @TempDir Path directory;

  private TraceFiles jobs(String text) throws IOException {
    return new TraceFiles(directory).with("jobs.csv", text);
  }

  @Test
  void rowsBecomeGangsAndPods() throws IOException {
    assertThat(jobs(JOBS).arrivals(BATCH))
        .extracting(Object::toString)
        .containsExactly(
            "0 PriorityClass priority-100",
            "0 Queue research",
            "0 Job vision/train",
            "90 Pod default/notebook",
            "120 Pod vision/sweep-0",
            "120 Pod vision/sweep-1",
            "120 Pod vision/sweep-2");
  }

  @Test
  void aGangHasItsMinimumAndItsPriority() throws IOException {
    VolcanoJob job = jobs(JOBS).objects(BATCH, VolcanoJob.class).getFirst();

    assertThat(job.minAvailable()).isEqualTo(8);
    assertThat(job.tasks().getFirst().replicas()).isEqualTo(16);
    assertThat(job.priorityClassName()).isEqualTo("priority-100");
    assertThat(jobs(JOBS).objects(BATCH, PriorityClass.class).getFirst().value()).isEqualTo(100);
  }

  @Test
  void timesAreDurationsOrSecondsAndNoRunTimeIsForEver() throws IOException {
    assertThat(jobs(JOBS).objects(BATCH, Pod.class))
        .extracting(pod -> pod.meta().annotations().get(SimulationKeys.RUN_TIME))
        .containsExactly(null, "600500ms", "600500ms", "600500ms");
  }

  @Test
  void aPartOfACardIsAsked() throws IOException {
    assertThat(
            jobs(JOBS)
                .objects(SHARING, Pod.class)
                .getFirst()
                .spec()
                .containers()
                .getFirst()
                .resources()
                .limits()
                .amounts()
                .toString())
        .isEqualTo("{volcano.sh/vgpu-memory=250, volcano.sh/vgpu-number=1}");
  }

  @Test
  void linesInAnyOrderAreSorted() throws IOException {
    TraceFiles files = jobs("arrival,run_time,cpu,memory\n20,1,1,\n10,1,1,\n20,1,2,\n");

    assertThat(files.arrivals(KUBE))
        .extracting(Object::toString)
        .containsExactly("10 Pod default/job-3", "20 Pod default/job-2", "20 Pod default/job-4");
    assertThat(files.lookThrough().remarks()).singleElement().asString().contains("were sorted");
  }

  @Test
  void brokenCellsAreNamed() throws IOException {
    assertThat(
            jobs("""
            arrival,run_time,cpu,memory,gpu,pods,min_available,kind,priority
            -1,1,1,1Gi,,,,,
            1,soon,1,1Gi,,,,,
            1,1,-2,1Gi,,,,,
            1,1,1,many,,,,,
            1,1,1,1Gi,1.5,,,,
            1,1,1,1Gi,,0,,,
            1,1,1,1Gi,,2,3,,
            1,1,1,1Gi,,,,CronJob,
            1,1,1,1Gi,,,,,5000000000
            ,1,1,1Gi,,,,,
            1,1,1,1Gi,,,,,"
            """)
                .problems())
        .containsExactly(
            "jobs.csv:2: arrival (-1) must be seconds, or a duration such as 1h30m, not negative",
            "jobs.csv:3: run_time (soon) must be seconds, or a duration such as 1h30m, not"
                + " negative",
            "jobs.csv:4: cpu (-2) must be an amount such as 4 or 500m, not negative",
            "jobs.csv:5: memory (many) must be an amount such as 16Gi, not negative",
            "jobs.csv:6: gpu (1.5) must be a whole number of cards up to 1024, or a part of one",
            "jobs.csv:7: pods (0) must be a whole number of at least 1",
            "jobs.csv:8: min_available (3) must be a whole number from 1 to 2",
            "jobs.csv:9: kind (CronJob) must be Pod or Job",
            "jobs.csv:10: priority (5000000000) must be a whole number up to 1000000000, or a"
                + " priority class",
            "jobs.csv:11: arrival is empty, expected seconds, or a duration such as 1h30m, not"
                + " negative",
            "jobs.csv:12: has an opening quote without a closing one");
  }

  @Test
  void brokenLinesCanBePassedOver() throws IOException {
    TraceFiles files = jobs("arrival,run_time,cpu,memory\n1,1,1,\nx,1,1,\n3,1,1,\n");

    assertThat(files.lookThrough().usable(false)).isFalse();
    assertThat(files.lookThrough().usable(true)).isTrue();
    assertThat(files.lookThrough().remarks())
        .singleElement()
        .asString()
        .endsWith("jobs.csv: broken lines passed over: 1");
    assertThat(files.arrivals(KUBE))
        .extracting(Object::toString)
        .containsExactly("1 Pod default/job-2", "3 Pod default/job-4");
  }

  @Test
  void theSecondLineOfANameCanBePassedOver() throws IOException {
    TraceFiles files = jobs("name,arrival,run_time,cpu,memory\na,1,1,1,\na,2,1,1,\nb,3,1,1,\n");

    assertThat(files.problems())
        .containsExactly("jobs.csv:3: has the name default/a, expected another than on jobs.csv:2");
    assertThat(files.arrivals(KUBE))
        .extracting(Object::toString)
        .containsExactly("1 Pod default/a", "3 Pod default/b");
  }

  @Test
  void manyBrokenLinesAreCounted() throws IOException {
    assertThat(jobs("arrival,run_time,cpu,memory\n" + "x,1,1,\n".repeat(50)).problems())
        .hasSize(21)
        .last()
        .asString()
        .isEqualTo("jobs.csv: and 30 more broken lines");
  }

  @Test
  void anUnknownColumnIsAWarningWithTheOneThatWasMeant() throws IOException {
    var traces = jobs("arrival,run_time,cpu,memory,piority\n1,1,1,,5\n").lookThrough();

    assertThat(traces.usable(false)).isTrue();
    assertThat(traces.problems())
        .singleElement()
        .satisfies(problem -> {
          assertThat(problem.path()).isEqualTo("piority");
          assertThat(problem.advice()).isEqualTo("did you mean priority?");
        });
  }

  @Test
  void aFileThatIsNoTraceIsRefusedEvenWithPatience() throws IOException {
    for (String text : new String[] {"", "a,b\n1,2\n", "arrival,cpu\n1,2\n", "sn,cpu_milli\n"}) {
      var traces = jobs(text).lookThrough();
      assertThat(traces.usable(true)).as(text).isFalse();
      assertThat(traces.problems()).as(text).hasSize(1);
    }
    assertThat(jobs("").problems().getFirst())
        .startsWith("jobs.csv:1: is empty, expected a header");
    assertThat(jobs("arrival,cpu\n1,2\n").problems())
        .containsExactly(
            "jobs.csv:1: the header lacks run_time, memory, expected for a list of jobs: arrival,"
                + " run_time, cpu, memory");
    assertThat(jobs("arrival,run_time,cpu,memory\n").problems())
        .containsExactly("jobs.csv:1: holds nothing, expected lines of a list of jobs");
  }
}
