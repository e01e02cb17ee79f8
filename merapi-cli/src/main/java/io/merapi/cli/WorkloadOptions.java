package io.merapi.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.merapi.api.batch.Queue;
import io.merapi.api.batch.VolcanoJob;
import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.node.Node;
import io.merapi.api.simulation.NodePool;
import io.merapi.api.simulation.WorkloadGenerator;
import io.merapi.config.batch.BatchConfigurationReader;
import io.merapi.config.batch.BatchReading;
import io.merapi.config.snapshot.InputFile;
import io.merapi.config.snapshot.LoadResult;
import io.merapi.config.snapshot.SnapshotLoader;
import io.merapi.sim.KubeScheduling;
import io.merapi.sim.Scheduling;
import io.merapi.sim.WorkloadReview;
import io.merapi.sim.trace.TraceTarget;
import io.merapi.sim.trace.Traces;
import io.merapi.sim.workload.ArrivalSource;
import io.merapi.sim.workload.JobKinds;
import io.merapi.sim.workload.Workload;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What simulations are given to do. */
final class WorkloadOptions {

  private static final String EXAMPLES = "/io/merapi/cli/simulation/";

  /** For the work of vc-scheduler, with a configuration beside it. */
  private static final String BATCH_EXAMPLE = EXAMPLES + "two-queues.yaml";

  private static final String BATCH_CONFIGURATION = EXAMPLES + "two-queues.conf";

  /** For the work of kube-scheduler. */
  private static final String KUBE_EXAMPLE = EXAMPLES + "shared-gpu-cluster.yaml";

  @Parameters(
      arity = "0..*",
      paramLabel = "INPUT",
      description =
          "Files or directories with manifests and traces (.csv, .swf); - for standard input."
              + " Configuration files among them are passed over. Without it a shipped example.")
  private List<String> inputs = List.of();

  @Option(
      names = "--until",
      paramLabel = "TIME",
      converter = VirtualTimeConverter.class,
      description =
          "Stop after so much virtual time, such as 12h or 7d; without it, when all is done.")
  private @Nullable Duration until;

  /** Whether the shipped example is meant. */
  boolean isExample() {
    return inputs.isEmpty();
  }

  /** What the workload is called where its result is shown. */
  String label() {
    return inputs.isEmpty() ? "the shipped example" : String.join(", ", inputs);
  }

  @Nullable Duration until() {
    return until;
  }

  /** The configuration that the shipped example of batch work is meant for. */
  static BatchReading exampleConfiguration() throws IOException {
    return BatchConfigurationReader.read(
        BATCH_CONFIGURATION, new String(resource(BATCH_CONFIGURATION), UTF_8));
  }

  /**
   * Reads the workload.
   *
   * @param command which says what is wrong with it
   * @param schedulings which it will run under
   * @param seed what chance makes of it, the first where there are several
   * @return null where it cannot be used, which has been said then
   */
  @Nullable Workload read(InputCommand command, List<? extends Scheduling> schedulings, long seed)
      throws IOException {
    var objects = new ArrayList<ClusterObject>();
    boolean kube = schedulings.stream().anyMatch(KubeScheduling.class::isInstance);
    boolean usable =
        inputs.isEmpty()
            ? command.usable(
                new SnapshotLoader(
                        new ByteArrayInputStream(resource(kube ? KUBE_EXAMPLE : BATCH_EXAMPLE)))
                    .load(List.of("-"), objects::add))
            : loadManifests(command, objects);
    if (!usable) {
      return null;
    }
    if (kube) {
      tellOfVolcanoJobs(command, objects);
    }
    var problems = new ArrayList<String>();
    Workload workload = Workload.of(objects, until, problems);
    problems.forEach(command::note);
    if (!problems.isEmpty() && !command.keepGoing) {
      command.fail(
          "the workload cannot be used like that; --keep-going does without what is wrong");
      return null;
    }
    Traces traces = readTraces(command, Traces::find);
    if (traces == null) {
      return null;
    }
    traces.remarks().forEach(command::note);
    TraceTarget target = TraceTarget.of(schedulings);
    Traces.Present present = present(objects);
    List<ClusterObject> surroundings = traces.surroundings(target, present);
    for (ArrivalSource source : traces.sources(target, surroundings)) {
      workload = workload.with(source);
    }
    objects.addAll(surroundings);
    List<String> missing = traces.missingPriorityClasses(objects);
    if (!missing.isEmpty()) {
      command.note(
          "no PriorityClass in the INPUT has the name %s, so jobs of the trace that name it count as"
                  .formatted(String.join(" or ", missing))
              + " priority 0");
    }
    JobKinds traced = traces.kinds(target, present);
    return reviewed(command, workload, objects, traced, schedulings, seed);
  }

  /** Loads what is no trace; where there is nothing else, traces will do. */
  private boolean loadManifests(InputCommand command, List<ClusterObject> objects)
      throws IOException {
    var manifests = new ArrayList<String>();
    for (String input : inputs) {
      boolean tracesOnly =
          !Traces.find(List.of(input)).isEmpty()
              && (Traces.isTrace(input) || InputFile.find(List.of(input)).isEmpty());
      if (!tracesOnly) {
        manifests.add(input);
      }
    }
    return manifests.isEmpty()
        || command.load(manifests, objects::add, result -> knowsKinds(command, result));
  }

  private static boolean knowsKinds(InputCommand command, LoadResult result) {
    List<String> complaints = KnownKinds.complaints(result.skipped());
    complaints.forEach(command::note);
    if (complaints.isEmpty() || command.keepGoing) {
      return true;
    }
    command.fail("the input has objects that nobody knows; --keep-going does without them");
    return false;
  }

  /**
   * Looks through the trace files among the input.
   *
   * @param choice which files these are
   * @return null where they cannot be used, which has been said then
   */
  @Nullable Traces readTraces(InputCommand command, FileChoice choice) throws IOException {
    Traces traces = Traces.lookThrough(choice.of(inputs));
    command.tell(traces.problems());
    if (!traces.usable(command.keepGoing)) {
      command.fail(
          traces.usable(true)
              ? "the trace has broken lines; --keep-going passes over them"
              : "the trace cannot be read");
      return null;
    }
    return traces;
  }

  /** Chooses files among the input. */
  interface FileChoice {

    List<String> of(List<String> inputs) throws IOException;
  }

  private static void tellOfVolcanoJobs(InputCommand command, List<ClusterObject> objects) {
    var whose = new ArrayList<String>();
    long jobs = objects.stream().filter(VolcanoJob.class::isInstance).count();
    if (jobs > 0) {
      whose.add(Report.plural(jobs, "Volcano Job"));
    }
    for (ClusterObject object : objects) {
      if (object instanceof WorkloadGenerator generator
          && generator.jobs().stream().anyMatch(kind -> kind.template() instanceof VolcanoJob)) {
        whose.add("the Volcano Jobs of WorkloadGenerator " + generator.name());
      }
    }
    if (!whose.isEmpty()) {
      command.note(
          "kube-scheduler passes over %s; --mode batch or --scheduler-conf schedules them"
              .formatted(String.join(" and ", whose)));
    }
  }

  private static Traces.Present present(List<ClusterObject> objects) {
    return new Traces.Present(
        objects.stream().anyMatch(object -> object instanceof Node || object instanceof NodePool),
        objects.stream()
            .filter(Queue.class::isInstance)
            .map(ClusterObject::name)
            .collect(Collectors.toSet()));
  }

  /** Says at once what can never run, so that nobody waits for it. */
  private static @Nullable Workload reviewed(
      InputCommand command,
      Workload workload,
      List<ClusterObject> objects,
      JobKinds traced,
      List<? extends Scheduling> schedulings,
      long seed) {
    if (!WorkloadReview.hasNodes(workload)) {
      command.fail(
          "there are no nodes, so nothing can run; give Node manifests, a NodePool or a trace of"
              + " nodes among the INPUT");
      return null;
    }
    var review = WorkloadReview.of(objects, traced, schedulings.getFirst(), seed);
    review.sentences().forEach(command::note);
    if (review.nothingRuns() && !command.keepGoing) {
      command.fail("nothing of the workload can ever run; --keep-going simulates it all the same");
      return null;
    }
    return workload;
  }

  private static byte[] resource(String name) throws IOException {
    try (InputStream in = Objects.requireNonNull(WorkloadOptions.class.getResourceAsStream(name))) {
      return in.readAllBytes();
    }
  }
}
