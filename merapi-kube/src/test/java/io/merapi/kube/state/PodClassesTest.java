package io.merapi.kube.state;

import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.meta.Labels;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodClass;
import io.merapi.api.pod.PodClassReads;
import io.merapi.api.pod.PodClasses;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.pod.PodRequests;
import io.merapi.api.pod.Volume;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.resource.ResourceList;
import io.merapi.api.storage.ClaimSpec;
import io.merapi.api.storage.ClaimTemplate;
import io.merapi.testkit.PodBuilder;
import io.merapi.testkit.SelectingObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PodClassesTest {

  private final ClusterState state = ClusterState.withDefaults();
  private final PodClasses classes = classes(PodClassReads.ALL);

  private static PodClasses classes(PodClassReads reads) {
    return new PodClasses(new ResourceDictionary(), PodRequests.Rules.DEFAULT, reads);
  }

  @Test
  void gangIsOneClassWhateverItsPodsAreNumberedWith() {
    for (int i = 0; i < 1_000; i++) {
      classes.admit(
          pod("worker-" + i)
              .uid("uid-" + i)
              .group("gang")
              .label("app", "trainer")
              .label("volcano.sh/task-index", "" + i)
              .label("statefulset.kubernetes.io/pod-name", "worker-" + i)
              .on(i % 2 == 0 ? "" : "node-" + i)
              .build());
    }
    assertThat(classes.size()).isEqualTo(1);
    assertThat(classes.idBound()).isEqualTo(1);
  }

  @Test
  void podsThatNameDifferentClaimsAreEqualApartFromThese() {
    PodInfo first = classes.admit(pod("db-0").claim("data-0").build());
    PodInfo second = classes.admit(pod("db-1").claim("data-1").build());
    PodInfo third = classes.admit(pod("db-2").claim("data-2").request("cpu", "1").build());
    assertThat(first.podClass()).isNotSameAs(second.podClass());
    assertThat(first.podClass().apartFromClaims())
        .isEqualTo(second.podClass().apartFromClaims())
        .isNotEqualTo(third.podClass().apartFromClaims());
    PodInfo plain = classes.admit(pod("web").build());
    assertThat(plain.podClass().apartFromClaims()).isSameAs(plain.podClass());
    List.of(first, second, third, plain).forEach(classes::release);
    assertThat(classes.size()).isZero();
  }

  @Test
  void labelTellsPodsApartOnceSelectorOfAnotherObjectReadsIt() {
    apply(pod("a").label("app", "x").build(), pod("b").label("app", "y").build());
    apply(pod("c").label("app", "x").build());
    assertThat(classOf("a")).isSameAs(classOf("b"));

    Snapshot before = state.snapshot();
    apply(SelectingObject.of(ObjectKind.SERVICE, "s", "app"));
    assertThat(classOf("a")).isNotSameAs(classOf("b")).isSameAs(classOf("c"));
    assertThat(classOf("a").labels()).isEqualTo(Labels.of("app", "x"));
    assertThat(before.pods().size()).isEqualTo(3);
    assertThat(Objects.requireNonNull(before.pod("default/a")).podClass())
        .isSameAs(Objects.requireNonNull(before.pod("default/b")).podClass());
  }

  @Test
  void labelTellsPodsApartOnceTermOfAnyPodReadsIt() {
    for (var reader :
        List.<PodBuilder>of(
            pod("r").near("app", "x"),
            pod("r").awayFrom("app", "x"),
            pod("r").spreadOverZones("app", "x"))) {
      PodClasses fresh = classes(PodClassReads.NONE);
      PodInfo first = fresh.admit(pod("a").label("app", "x").build());
      fresh.admit(pod("b").label("app", "y").build());
      assertThat(fresh.size()).isEqualTo(1);
      fresh.admit(reader.build());
      assertThat(fresh.takeChangedKeys()).containsExactly("app");
      assertThat(fresh.renew(first)).isNotSameAs(first);
      assertThat(fresh.size()).isEqualTo(3);
    }
  }

  @Test
  void renewedPodOfUnchangedClassIsTheSameInstance() {
    PodInfo pod = classes.admit(pod("a").label("app", "x").build());
    assertThat(classes.renew(pod)).isSameAs(pod);
  }

  @Test
  void classIsForgottenWithItsLastPodAndItsNumberGivenAgain() {
    PodInfo a = classes.admit(pod("a").priority(1).build());
    PodInfo b = classes.admit(pod("b").priority(2).build());
    PodInfo c = classes.admit(pod("c").priority(1).build());
    classes.admit(pod("d").priority(3).build());
    classes.release(b);
    classes.release(a);
    assertThat(classes.size()).isEqualTo(2);
    classes.release(c);
    assertThat(classes.size()).isEqualTo(1);
    assertThat(classes.admit(pod("e").priority(4).build()).podClass().id()).isZero();
    assertThat(classes.admit(pod("f").priority(5).build()).podClass().id()).isEqualTo(1);
    assertThat(classes.idBound()).isEqualTo(3);
  }

  @Test
  void keysThatNobodyReadsAnyMoreAreDroppedOnceThereAreMany() {
    PodInfo a = classes.admit(pod("a").label("key-0", "x").build());
    PodInfo b = classes.admit(pod("b").label("key-0", "y").build());
    int always = classes.readLabelKeys().size();
    for (int i = 0; i < 1_000; i++) {
      PodInfo reader = classes.admit(pod("r").near("key-" + i, "x").build());
      if (!classes.takeChangedKeys().isEmpty()) {
        a = classes.renew(a);
        b = classes.renew(b);
      }
      if (i == 0) {
        assertThat(a.podClass()).isNotSameAs(b.podClass());
      }
      classes.release(reader);
      assertThat(classes.readLabelKeys().size()).isLessThanOrEqualTo(always + 20);
    }
    assertThat(a.podClass()).isSameAs(b.podClass());
  }

  @Test
  void nominationDoesNotSplitClass() {
    assertThat(classOf(pod("a").nominatedTo("n").build())).isSameAs(classOf(pod("b").build()));
  }

  @Test
  void whatPluginsReadSplitsClass() {
    List<Pod> pods =
        List.of(
            pod("a").build(),
            pod("b").namespace("other").build(),
            pod("c").request("cpu", "1").build(),
            pod("d").request("cpu", "1").actualRequest("cpu", "2").build(),
            pod("e").group("g").build(),
            pod("f").label("volcano.sh/preemptable", "true").build(),
            pod("g").terminating().build(),
            pod("h").label("unread", "x").build(),
            pod("i").controller("apps/v1", "ReplicaSet", "r").build(),
            pod("j").controller("v1", "ReplicationController", "r").build(),
            pod("k").hostPort(80).build(),
            pod("l").claim("c").build());
    pods.forEach(classes::admit);
    assertThat(classes.size()).isEqualTo(pods.size());
  }

  @Test
  void ownersThatSpreadingDoesNotLookUpDoNotSplitClass() {
    assertThat(classOf(pod("a").controller("batch/v1", "Job", "x").build()))
        .isSameAs(classOf(pod("b").controller("batch/v1", "Job", "y").build()))
        .isSameAs(classOf(pod("c").build()));
  }

  @Test
  void reportedResourcesEqualToWantedOnesDoNotSplitClass() {
    assertThat(classOf(pod("a").request("cpu", "1").actualRequest("cpu", "1000m").build()))
        .isSameAs(classOf(pod("b").request("cpu", "1").build()));
  }

  @Test
  void podWithClaimsOfItsOwnIsClassOfItsOwn() {
    var template =
        new ClaimTemplate(
            Labels.EMPTY,
            Labels.EMPTY,
            new ClaimSpec(List.of(), ResourceList.EMPTY, null, null, "", null, null));
    for (String name : List.of("a", "b")) {
      classes.admit(pod(name).volume(new Volume.Ephemeral(template)).build());
      classes.admit(pod(name).uid(name).resourceClaim("devices").build());
    }
    assertThat(classes.size()).isEqualTo(4);
  }

  @Test
  void equalSpecsAreSharedBetweenPods() {
    PodInfo a = classes.admit(pod("a").request("cpu", "1").build());
    PodInfo b = classes.admit(pod("b").request("cpu", "1").build());
    assertThat(b.pod().spec()).isSameAs(a.pod().spec());
    assertThat(b.requests()).isSameAs(a.requests());
  }

  @Test
  void anotherConfigurationTellsPodsApartByWhatItReads() {
    apply(
        pod("a").label("rule", "x").annotation("note", "1").build(),
        pod("b").label("rule", "y").annotation("note", "1").build(),
        pod("c").label("rule", "x").annotation("note", "2").on("n").build());
    Snapshot before = state.snapshot();
    assertThat(classOf("a")).isSameAs(classOf("b")).isSameAs(classOf("c"));

    state.read(PodClassReads.ALL.andLabels(Set.of("rule")));
    assertThat(classOf("a")).isSameAs(classOf("c")).isNotSameAs(classOf("b"));

    state.read(PodClassReads.ALL.andAnnotations(Set.of("note")));
    assertThat(classOf("a")).isSameAs(classOf("b")).isNotSameAs(classOf("c"));

    state.read(PodClassReads.ALL);
    assertThat(classOf("a")).isSameAs(classOf("b")).isSameAs(classOf("c"));
    assertThat(state.snapshot().readLabelKeys()).isEqualTo(before.readLabelKeys());
  }

  @Test
  void aLabelThatASelectorReadsTooTellsPodsApartWhateverTheConfiguration() {
    apply(pod("a").label("app", "x").build(), pod("b").label("app", "y").build());
    apply(SelectingObject.of(ObjectKind.SERVICE, "s", "app"));
    state.read(PodClassReads.ALL.andLabels(Set.of("app")));
    state.read(PodClassReads.ALL);

    assertThat(classOf("a")).isNotSameAs(classOf("b"));
  }

  @Test
  void theSameReadsChangeNothing() {
    apply(pod("a").build());
    Snapshot before = state.snapshot();
    state.read(PodClassReads.ALL);

    assertThat(state.snapshot()).isSameAs(before);
  }

  @Test
  void readsMayLeaveOutTheGroupAndAddWhatConfigurationNames() {
    PodClasses narrow = classes(PodClassReads.NONE.andLabels(Set.of("rule")));
    narrow.admit(pod("a").group("g").label("rule", "x").build());
    narrow.admit(pod("b").group("h").label("rule", "x").build());
    assertThat(narrow.size()).isEqualTo(1);
    narrow.admit(pod("c").group("h").label("rule", "y").build());
    assertThat(narrow.size()).isEqualTo(2);

    PodClasses annotated = classes(PodClassReads.NONE.andAnnotations(Set.of("note")));
    annotated.admit(pod("a").annotation("note", "x").build());
    annotated.admit(pod("b").annotation("note", "y").build());
    assertThat(annotated.size()).isEqualTo(2);
  }

  @Test
  void refusesToReleaseWhatItDidNotAdmit() {
    PodInfo foreign = classes(PodClassReads.ALL).admit(pod("a").build());
    assertThatThrownBy(() -> classes.release(foreign))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("(default/a)");
    assertThatThrownBy(() -> classes.stopReading(List.of("app")))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("(app)");
  }

  @Test
  void stateForgetsClassesOfPodsThatAreGone() {
    var ids = new ArrayList<Integer>();
    for (int i = 0; i < 100; i++) {
      Pod pod = pod("p").priority(i).build();
      state.apply(new ObjectEvent.Applied(pod));
      ids.add(classOf("p").id());
      state.apply(new ObjectEvent.Deleted(pod));
    }
    assertThat(ids).containsOnly(0);
    assertThat(state.snapshot().podClassBound()).isEqualTo(1);
  }

  private PodClass classOf(Pod pod) {
    return classes.admit(pod).podClass();
  }

  private PodClass classOf(String name) {
    return Objects.requireNonNull(state.snapshot().pod("default/" + name)).podClass();
  }

  private void apply(ClusterObject... objects) {
    for (ClusterObject object : objects) {
      state.apply(new ObjectEvent.Applied(object));
    }
  }
}
