package io.merapi.batch.placement;

import static io.merapi.testkit.ClaimBuilder.claim;
import static io.merapi.testkit.DemandBuilder.devices;
import static io.merapi.testkit.DeviceBuilder.device;
import static io.merapi.testkit.DeviceClaimBuilder.deviceClaim;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static io.merapi.testkit.SliceBuilder.slice;
import static io.merapi.testkit.VolumeBuilder.volume;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.device.DeviceClass;
import io.merapi.api.framework.Dependence;
import io.merapi.api.framework.Verdict;
import io.merapi.api.meta.Labels;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.node.Node;
import io.merapi.api.pod.PodAffinityTerm;
import io.merapi.api.selector.LabelSelector;
import io.merapi.api.selector.NodeSelectorTerm;
import io.merapi.api.selector.SelectorRequirement;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.Fit;
import io.merapi.api.session.extension.Predicate;
import io.merapi.api.storage.CsiNode;
import io.merapi.api.storage.StorageClass;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.plugins.nodeorder.ImageHolders;
import io.merapi.batch.plugins.nodeorder.NodeOrderArgs;
import io.merapi.batch.plugins.nodeorder.NodeOrderPlugin;
import io.merapi.batch.plugins.nodeorder.WrappedScores;
import io.merapi.batch.plugins.predicates.Predicates;
import io.merapi.batch.plugins.predicates.PredicatesArgs;
import io.merapi.batch.plugins.predicates.WrappedFilters;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.SessionOptions;
import io.merapi.batch.session.Statement;
import io.merapi.batch.session.World;
import io.merapi.kube.framework.SchedulerParts;
import io.merapi.testkit.PodBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Tasks whose claims say the same share what is known of nodes, and ask again those that claims
 * have touched.
 */
class ClaimPlacementTest {

  private static final String DRIVER = "driver.example.com";
  private static final String NO_DRIVER = "kubernetes.io/no-provisioner";

  private final Set<String> asked = new TreeSet<>();
  private final SchedulerParts parts = SchedulerParts.forQuestions();
  private final World world =
      new World(podGroup("job").build())
          .tier(_ -> new Listening(asked))
          .tier(session -> predicates((SchedulingSession) session));
  private @Nullable WrappedFilters filters;
  private SchedulingSession session = world.open();
  private @Nullable IncrementalTaskPlacement remembering;

  /** The session that it remembers. */
  private @Nullable SchedulingSession remembered;

  @Test
  void aDeviceThatIsTakenConcernsItsNodeAlone() {
    offerDevices("n1", "n2", "n3");
    wantDevice("a");
    wantDevice("b");
    session = world.open();
    Statement statement = session.statement();

    String first = place("a");
    assertThat(asked).containsExactly("n1", "n2", "n3");
    assertThat(statement.allocate(task("a"), on(first))).isEqualTo(Verdict.success());
    String second = place("b");
    assertThat(asked).containsExactly(first);
    assertThat(second).isNotEqualTo(first);
    assertThat(statement.allocate(task("b"), on(second)))
        .as("what is known of a's nodes is enough for b, whose devices are found in the end")
        .isEqualTo(Verdict.success());
    assertThat(parts.pendingAllocations().all()).hasSize(2);
  }

  @Test
  void aDeviceThatIsGivenBackIsThereForTheNext() {
    offerDevices("n1");
    wantDevice("a");
    wantDevice("b");
    wantDevice("c");
    session = world.open();
    Statement statement = session.statement();
    statement.allocate(task("a"), on(place("a")));
    assertThat(place("b")).isEqualTo("cannot allocate all claims");

    statement.discard();
    assertThat(place("c")).isEqualTo("n1");
  }

  @Test
  void aTaskThatWasAllocatedBeforeAsksEveryNode() {
    offerDevices("n1", "n2", "n3");
    wantDevice("a");
    session = world.open();
    Statement statement = session.statement();
    statement.allocate(task("a"), on(place("a")));
    statement.discard();

    place("a");
    assertThat(asked)
        .as("it may be given what is found on the node that it had, as in upstream")
        .containsExactly("n1", "n2", "n3");
  }

  @Test
  void betweenSessionsOnlyNodesAreAskedThatAChangeTouches() {
    offerDevices("n1", "n2", "n3");
    wantDevice("a");
    wantDevice("b");
    session = world.open();
    place("a");
    session.close();

    world.with(slice("devices-of-n2").driver(DRIVER).pool("n2", 2).on("n2").build());
    session = world.openNext();
    place("b");
    assertThat(asked).containsExactly("n2");
  }

  @Test
  void aVolumeThatIsTakenConcernsTheNodesThatReachIt() {
    world.with(storageClass(NO_DRIVER));
    for (String name : List.of("n1", "n2", "n3")) {
      world.with(
          node(name).allocatable("cpu", "8").allocatable("pods", "9").label("host", name).build());
    }
    world.with(
        volume("v1").size("1Gi").ofClass("new").requiringNodes(host("n1")).build(),
        volume("v2").size("1Gi").ofClass("new").requiringNodes(host("n2")).build());
    wantVolume("a", "of-a");
    wantVolume("b", "of-b");
    wantVolume("c", "of-c");
    session = world.options(notCountingVolumes()).open();
    Statement statement = session.statement();

    String first = place("a");
    statement.allocate(task("a"), on(first));
    String second = place("b");
    assertThat(asked).containsExactly(first);
    assertThat(List.of(first, second)).containsExactlyInAnyOrder("n1", "n2");
    statement.allocate(task("b"), on(second));
    assertThat(place("c")).isEqualTo("node(s) didn't find available persistent volumes to bind");
  }

  @Test
  void aClaimThatATaskOfTheSessionUsesTellsOthersApart() {
    world.with(
        storageClass(DRIVER),
        node("n1").allocatable("cpu", "8").allocatable("pods", "9").build(),
        new CsiNode(
            ObjectMeta.named("", "n1"), List.of(new CsiNode.Driver(DRIVER, "n1", List.of(), 1))));
    wantVolume("a", "shared");
    wantVolume("b", "shared");
    wantVolume("c", "other");
    session = world.options(notCountingVolumes()).open();
    // One that is pipelined takes nothing yet, so that the claim itself does not tell.
    assertThat(session.statement().pipeline(task("a"), on(place("a")), false))
        .isEqualTo(Verdict.success());

    assertThat(place("c")).isEqualTo("node(s) exceed max volume count");
    assertThat(place("b")).as("the volume is there").isEqualTo("n1");
  }

  @Test
  void aTaskThatWouldRatherBeNearOthersSeesWhatTheyHaveTaken() {
    world.tier(session -> nodeOrder((SchedulingSession) session));
    offerDevices();
    for (String name : List.of("n1", "n2", "n3")) {
      world.with(machine(name));
    }
    world.with(slice("anywhere").driver(DRIVER).with(device("d")).build());
    for (String pod : List.of("a", "b")) {
      world.with(deviceClaim("of-" + pod).uid("uid-of-" + pod).request("r", devices(1)).build());
      world.with(sociable(pod).resourceClaim("of-" + pod).build());
    }
    session = world.open();
    assertThat(place("b")).isIn("n1", "n2", "n3");

    assertThat(session.statement().allocate(task("a"), on(place("a"))))
        .as("devices are found for it, though pods are counted for it, too")
        .isEqualTo(Verdict.success());
    assertThat(place("b")).as("every node has lost it").isEqualTo("cannot allocate all claims");
  }

  @Test
  void aNodeIsScoredByWhatIsFoundThereForTheTaskItself() {
    offerDevices();
    world.with(machine("n1"), machine("n2"));
    world.with(
        slice("many").driver(DRIVER).on("n1").with(device("a"), device("b"), device("c")).build(),
        slice("few").driver(DRIVER).on("n2").with(device("a"), device("b")).build());
    for (String pod : List.of("a", "b")) {
      world.with(
          deviceClaim("of-" + pod)
              .uid("uid-of-" + pod)
              .firstOf("r", devices(3), devices(2), devices(1))
              .build(),
          World.pending(pod, "job").resourceClaim("of-" + pod).build());
    }
    session = world.open();
    assertThat(place("b")).as("three are best").isEqualTo("n1");

    world.with(slice("many").driver(DRIVER).on("n1").with(device("a")).build());
    session.close();
    session = world.openNext();
    assertThat(place("a")).as("one is worse than two").isEqualTo("n2");
    assertThat(asked).as("what b was told of other nodes is enough for a").containsExactly("n1");
  }

  /**
   * Else volumes take room like any other resource, which a node without a driver has not, and one
   * that is there already takes it twice; as in upstream.
   */
  private static SessionOptions notCountingVolumes() {
    return SessionOptions.DEFAULTS.withIgnoredProvisioners(Set.of(DRIVER, NO_DRIVER));
  }

  /** Where a task goes, which is the same from memory and by the definition, or why nowhere. */
  private String place(String name) {
    asked.clear();
    if (remembering == null || remembered != session) {
      remembering = new IncrementalTaskPlacement(session, false);
      remembered = session;
    }
    Placement found = remembering.within(session.hyperNodes().top()).place(task(name));
    List<String> listened = new ArrayList<>(asked);
    var definition = new ReferenceTaskPlacement(session, false);
    Placement defined = definition.within(session.hyperNodes().top()).place(task(name));
    assertThat(text(found)).isEqualTo(text(defined));
    // So that it is what memory leaves to a task that is given what it claims.
    remembering.within(session.hyperNodes().top()).place(task(name));
    asked.clear();
    asked.addAll(listened);
    return text(found);
  }

  private static String text(Placement placement) {
    return switch (placement) {
      case Placement.OnNode(var node) -> node.name();
      case Placement.Refused(var errors) -> {
        var texts = new TreeSet<String>();
        errors.nodes().forEach((_, fit) -> texts.addAll(fit.reasons()));
        yield String.join(", ", texts);
      }
      case Placement.Undecided() -> "undecided";
    };
  }

  private SessionNode on(String node) {
    return requireNonNull(session.node(node));
  }

  private TaskState task(String name) {
    return session.jobs().stream()
        .flatMap(job -> job.tasks().stream())
        .filter(task -> task.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private Predicates predicates(SchedulingSession opened) {
    if (filters == null) {
      filters = new WrappedFilters(Predicates.settings(PredicatesArgs.DEFAULTS, opened), parts);
    }
    return new Predicates(PredicatesArgs.DEFAULTS, filters, opened);
  }

  private static NodeOrderPlugin nodeOrder(SchedulingSession opened) {
    var scores = new WrappedScores(NodeOrderPlugin.settings(NodeOrderArgs.DEFAULTS, opened));
    return new NodeOrderPlugin(NodeOrderArgs.DEFAULTS, scores, new ImageHolders(), opened);
  }

  /** A pod that counts others. */
  private static PodBuilder sociable(String name) {
    var friends =
        new PodAffinityTerm(
            new LabelSelector(Labels.of("app", "friend"), List.of()),
            List.of(),
            null,
            "kubernetes.io/hostname",
            List.of(),
            List.of());
    return World.pending(name, "job").ratherNear(10, friends);
  }

  private static Node machine(String name) {
    return node(name)
        .allocatable("cpu", "8")
        .allocatable("pods", "9")
        .label("kubernetes.io/hostname", name)
        .build();
  }

  /** Nodes with one device each. */
  private void offerDevices(String... names) {
    world.with(new DeviceClass(ObjectMeta.named("", "any"), List.of(), null));
    for (String name : names) {
      world.with(
          node(name).allocatable("cpu", "8").allocatable("pods", "9").build(),
          slice("devices-of-" + name)
              .driver(DRIVER)
              .pool(name, 1)
              .on(name)
              .with(device("d"))
              .build());
    }
  }

  private void wantDevice(String pod) {
    world.with(
        deviceClaim("of-" + pod).uid("uid-of-" + pod).request("r", devices(1)).build(),
        World.pending(pod, "job").resourceClaim("of-" + pod).build());
  }

  private void wantVolume(String pod, String claim) {
    world.with(
        claim(claim).size("1Gi").ofClass("new").build(),
        World.pending(pod, "job").claim(claim).build());
  }

  private static NodeSelectorTerm host(String name) {
    return new NodeSelectorTerm(
        List.of(new SelectorRequirement("host", "In", List.of(name))), List.of());
  }

  private static StorageClass storageClass(String provisioner) {
    return new StorageClass(
        ObjectMeta.named("", "new"), provisioner, Labels.EMPTY, "WaitForFirstConsumer", List.of());
  }

  /** Has nothing against any node, and keeps the names of those that it was asked about. */
  private record Listening(Set<String> names) implements Predicate {

    @Override
    public String name() {
      return "listening";
    }

    @Override
    public Fit predicate(Task task, SessionNode node) {
      names.add(node.name());
      return Fit.fits();
    }

    @Override
    public Dependence predicateDependence(Task task) {
      return Dependence.NODE;
    }

    @Override
    public Optional<Object> standpoint() {
      return Optional.of("listening");
    }

    @Override
    public boolean tellsJobsApart() {
      return false;
    }

    @Override
    public boolean readsIdentity() {
      return false;
    }
  }
}
