package io.merapi.kube.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.cluster.ObjectEvent.Applied;
import io.merapi.api.cluster.ObjectEvent.Deleted;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodClass;
import io.merapi.api.pod.PodClassReads;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.pod.PodRequests;
import io.merapi.api.resource.ResourceAmounts;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.selector.LabelSelector;
import io.merapi.api.selector.SelectsPods;
import io.merapi.kube.persistent.PersistentMap;
import io.merapi.testkit.RandomCluster;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What holds after any sequence of events; failures name the seed that repeats them. */
class ClusterStateProperties {

  private static final int SEEDS = 120;
  private static final int EVENTS = 150;

  private final ResourceDictionary dictionary = new ResourceDictionary();

  private ClusterState state() {
    return new ClusterState(dictionary, PodRequests.Rules.DEFAULT, PodClassReads.ALL);
  }

  @Test
  void snapshotEqualsFullRebuildFromSurvivingObjects() {
    for (int seed = 0; seed < SEEDS; seed++) {
      var random = new Random(seed);
      ClusterState state = state();
      var surviving = new LinkedHashMap<String, ClusterObject>();
      for (ObjectEvent event : new RandomCluster(seed, 5, 12).events(EVENTS)) {
        state.apply(event);
        remember(event, surviving);
        if (random.nextInt(10) == 0) {
          var objects = new ArrayList<>(surviving.values());
          Collections.shuffle(objects, random);
          assertThat(SnapshotContent.of(state.snapshot()))
              .as("seed %d", seed)
              .isEqualTo(SnapshotContent.of(rebuilt(objects)));
        }
      }
    }
  }

  @Test
  void presentIsWhatASnapshotWouldBeWhetherOrNotOneIsTaken() {
    for (int seed = 0; seed < SEEDS; seed++) {
      var random = new Random(seed);
      ClusterState looked = state();
      ClusterState photographed = state();
      for (ObjectEvent event : new RandomCluster(seed, 5, 12).events(EVENTS)) {
        looked.apply(event);
        photographed.apply(event);
        assertThat(SnapshotContent.of(looked.present()))
            .as("seed %d", seed)
            .isEqualTo(SnapshotContent.of(photographed.snapshot()));
        if (random.nextInt(20) == 0) {
          looked.snapshot();
        }
      }
    }
  }

  @Test
  void objectsReadAtPresentNeverChange() {
    for (int seed = 0; seed < SEEDS; seed++) {
      ClusterState state = state();
      var read = new ArrayList<PersistentMap<String, ClusterObject>>();
      var content = new ArrayList<String>();
      for (ObjectEvent event : new RandomCluster(seed, 5, 12).events(EVENTS)) {
        state.apply(event);
        for (ObjectKind kind : ObjectKind.values()) {
          if (kind != ObjectKind.POD && kind != ObjectKind.NODE) {
            read.add(state.present().objects(kind));
            content.add(state.present().objects(kind).toString());
          }
        }
      }
      for (int i = 0; i < read.size(); i++) {
        assertThat(read.get(i).toString()).as("seed %d", seed).isEqualTo(content.get(i));
      }
    }
  }

  @Test
  void nodesThatSomebodyHasLookedAtNeverChange() {
    for (int seed = 0; seed < SEEDS; seed++) {
      var random = new Random(seed);
      ClusterState state = state();
      ClusterContents present = state.present();
      var read = new ArrayList<NodeInfo>();
      var content = new ArrayList<String>();
      for (ObjectEvent event : new RandomCluster(seed, 3, 12).events(EVENTS)) {
        state.apply(event);
        if (random.nextInt(4) == 0) {
          // Whoever holds the present need not ask for it again.
          ClusterContents looked = random.nextBoolean() ? present : state.snapshot();
          looked.forEachNode(node -> {
            read.add(node);
            content.add(text(node));
          });
        }
      }
      for (int i = 0; i < read.size(); i++) {
        assertThat(text(read.get(i))).as("seed %d", seed).isEqualTo(content.get(i));
      }
    }
  }

  private static String text(NodeInfo node) {
    return "%s %d %s %s %s"
        .formatted(node, node.version(), node.requested(), node.usedPorts(), node.claimUses());
  }

  @Test
  void logOfNodesNamesEveryIndexThatChanges() {
    for (int seed = 0; seed < SEEDS; seed++) {
      var random = new Random(seed);
      ClusterState state = state();
      Snapshot earlier = state.snapshot();
      for (ObjectEvent event : new RandomCluster(seed, 5, 12).events(EVENTS)) {
        state.apply(event);
        Snapshot later = state.snapshot();
        var logged = new TreeSet<Integer>();
        later
            .nodeLog()
            .between(earlier.loggedChanges(), later.loggedChanges(), index -> logged.add(index));
        var changed = new TreeSet<Integer>();
        later.since(earlier).forEachNodeInfo(changed::add);
        assertThat(logged).as("seed %d", seed).containsAll(changed);
        earlier = random.nextBoolean() ? later : earlier;
      }
    }
  }

  private Snapshot rebuilt(List<ClusterObject> objects) {
    ClusterState rebuilt = state();
    objects.forEach(object -> rebuilt.apply(new Applied(object)));
    return rebuilt.snapshot();
  }

  private static void remember(ObjectEvent event, Map<String, ClusterObject> surviving) {
    String key = event.object().kind() + " " + event.object().key();
    switch (event) {
      case Applied(var object) -> surviving.put(key, object);
      case Deleted _ -> surviving.remove(key);
    }
  }

  @Test
  void earlierSnapshotsNeverChange() {
    for (int seed = 0; seed < SEEDS; seed++) {
      ClusterState state = state();
      var snapshots = new ArrayList<Snapshot>();
      var contents = new ArrayList<SnapshotContent>();
      int step = 0;
      for (ObjectEvent event : new RandomCluster(seed, 5, 12).events(EVENTS)) {
        state.apply(event);
        if (step++ % 15 == 0) {
          snapshots.add(state.snapshot());
          contents.add(SnapshotContent.of(state.snapshot()));
        }
      }
      for (int i = 0; i < snapshots.size(); i++) {
        assertThat(SnapshotContent.of(snapshots.get(i)))
            .as("seed %d", seed)
            .isEqualTo(contents.get(i));
      }
    }
  }

  @Test
  void sameEventTwiceChangesNothing() {
    for (int seed = 0; seed < SEEDS; seed++) {
      ClusterState state = state();
      for (ObjectEvent event : new RandomCluster(seed, 5, 12).events(EVENTS)) {
        state.apply(event);
        Snapshot once = state.snapshot();
        assertThat(state.apply(event)).as("seed %d", seed).isFalse();
        assertThat(state.snapshot()).isSameAs(once);
      }
    }
  }

  @Test
  void changesSinceAnySnapshotAreThoseThatComparingEverythingFinds() {
    for (int seed = 0; seed < SEEDS; seed++) {
      var random = new Random(seed);
      ClusterState state = state();
      Snapshot earlier = state.snapshot();
      for (ObjectEvent event : new RandomCluster(seed, 5, 12).events(EVENTS)) {
        state.apply(event);
        if (random.nextInt(8) == 0) {
          assertChangesAreExact(earlier, state.snapshot(), seed);
          earlier = random.nextBoolean() ? state.snapshot() : earlier;
        }
      }
    }
  }

  private static void assertChangesAreExact(Snapshot earlier, Snapshot later, int seed) {
    var toldNodes = new ArrayList<Integer>();
    later.since(earlier).forEachNode(toldNodes::add);
    var nodes = new ArrayList<Integer>();
    for (int i = 0; i < Math.max(earlier.nodeBound(), later.nodeBound()); i++) {
      if (nodeVersion(earlier, i) != nodeVersion(later, i)) {
        nodes.add(i);
      }
    }
    assertThat(toldNodes).as("seed %d", seed).isEqualTo(nodes);

    var toldPods = new TreeSet<String>();
    later.since(earlier).forEachPod((key, _, _) -> toldPods.add(key));
    assertThat(toldPods).as("seed %d", seed).isEqualTo(changedPods(earlier, later));

    for (var kind : later.since(earlier).kinds()) {
      assertThat(later.objects(kind)).isNotEqualTo(earlier.objects(kind));
    }
  }

  private static long nodeVersion(Snapshot snapshot, int index) {
    NodeInfo node = index < snapshot.nodeBound() ? snapshot.node(index) : null;
    return node == null ? -1 : node.version();
  }

  private static Set<String> changedPods(Snapshot earlier, Snapshot later) {
    var keys = new TreeSet<String>();
    earlier.pods().forEach((key, _) -> keys.add(key));
    later.pods().forEach((key, _) -> keys.add(key));
    keys.removeIf(key -> samePod(earlier.pod(key), later.pod(key)));
    return keys;
  }

  private static boolean samePod(@Nullable PodInfo old, @Nullable PodInfo now) {
    return old != null
        && now != null
        && old.podClass() == now.podClass()
        && withoutVersion(old.pod()).equals(withoutVersion(now.pod()));
  }

  private static Pod withoutVersion(Pod pod) {
    return new Pod(pod.meta().withResourceVersion(""), pod.nodeName(), pod.spec(), pod.status());
  }

  @Test
  void nodeVersionChangesWithEverythingThatPluginCanSee() {
    for (int seed = 0; seed < SEEDS; seed++) {
      ClusterState state = state();
      Snapshot before = state.snapshot();
      for (ObjectEvent event : new RandomCluster(seed, 5, 12).events(EVENTS)) {
        state.apply(event);
        Snapshot after = state.snapshot();
        for (int i = 0; i < Math.min(before.nodeBound(), after.nodeBound()); i++) {
          NodeInfo old = before.node(i);
          NodeInfo now = after.node(i);
          if (old != null && now != null && old.version() == now.version()) {
            assertThat(classes(now)).as("seed %d", seed).isEqualTo(classes(old));
            assertThat(now.requested()).isEqualTo(old.requested());
            assertThat(now.usedPorts()).isEqualTo(old.usedPorts());
            assertThat(now.name()).isEqualTo(old.name());
          }
        }
        before = after;
      }
    }
  }

  private static List<PodClass> classes(NodeInfo node) {
    return node.pods().stream().map(PodInfo::podClass).toList();
  }

  @Test
  void nodeTotalsAreSumsOverItsPods() {
    for (int seed = 0; seed < SEEDS; seed++) {
      ClusterState state = state();
      new RandomCluster(seed, 5, 12).events(EVENTS).forEach(state::apply);
      state.snapshot().forEachNode(this::assertTotals);
      state.snapshot().unseenNodes().forEachValue(this::assertTotals);
    }
  }

  private void assertTotals(NodeInfo node) {
    ResourceAmounts requested = ResourceAmounts.none(dictionary);
    long cpuMillis = 0;
    int ports = 0;
    for (PodInfo pod : node.pods()) {
      PodRequests asked = PodRequests.of(pod.pod(), dictionary, PodRequests.Rules.DEFAULT);
      requested = requested.plus(asked.requests());
      cpuMillis += asked.nonZeroCpuMillis();
      ports += pod.hostPorts().size();
      assertThat(pod.pod().nodeName()).isEqualTo(node.name());
      assertThat(pod.pod().terminated()).isFalse();
    }
    assertThat(node.requested()).isEqualTo(requested.withoutZeros());
    assertThat(node.nonZeroCpuMillis()).isEqualTo(cpuMillis);
    assertThat(node.usedPorts().taken()).hasSize(ports);
  }

  @Test
  void podsShareClassExactlyIfNothingVisibleTellsThemApart() {
    for (int seed = 0; seed < SEEDS; seed++) {
      var random = new Random(seed);
      ClusterState state = state();
      for (ObjectEvent event : new RandomCluster(seed, 5, 12).events(EVENTS)) {
        state.apply(event);
        if (random.nextInt(10) == 0) {
          assertClassesAreExact(state.snapshot(), seed);
        }
      }
    }
  }

  private void assertClassesAreExact(Snapshot snapshot, int seed) {
    var naiveByClass = new HashMap<PodClass, List<Object>>();
    var classByNaive = new HashMap<List<Object>, PodClass>();
    var ids = new BitSet();
    snapshot
        .pods()
        .forEachValue(info -> {
          List<Object> naive =
              NaivePodClass.of(info.pod(), PodClassReads.ALL, snapshot.readLabelKeys(), dictionary);
          List<Object> known = naiveByClass.putIfAbsent(info.podClass(), naive);
          if (known == null) {
            assertThat(ids.get(info.podClass().id())).as("seed %d", seed).isFalse();
            ids.set(info.podClass().id());
          } else {
            assertThat(naive).as("seed %d", seed).isEqualTo(known);
          }
          PodClass other = classByNaive.putIfAbsent(naive, info.podClass());
          assertThat(other == null || other == info.podClass()).as("seed %d", seed).isTrue();
        });
    assertThat(ids.length()).isLessThanOrEqualTo(snapshot.podClassBound());
    assertThat(snapshot.readLabelKeys()).containsAll(keysInSelectors(snapshot));
  }

  private static Set<String> keysInSelectors(Snapshot snapshot) {
    var keys = new TreeSet<String>();
    for (var kind : ObjectKind.values()) {
      if (kind != ObjectKind.POD && kind != ObjectKind.NODE) {
        snapshot
            .objects(kind)
            .forEachValue(object -> {
              if (object instanceof SelectsPods selecting) {
                keys.addAll(selecting.podLabelKeys());
              }
            });
      }
    }
    snapshot
        .pods()
        .forEachValue(info -> {
          var spec = info.pod().spec();
          spec.affinity().podAffinity().required().forEach(t -> add(t.labelSelector(), keys));
          spec.affinity().podAntiAffinity().required().forEach(t -> add(t.labelSelector(), keys));
          spec.topologySpreadConstraints().forEach(c -> add(c.labelSelector(), keys));
        });
    return keys;
  }

  private static void add(@Nullable LabelSelector selector, Set<String> keys) {
    if (selector != null) {
      keys.addAll(selector.matchLabels().toMap().keySet());
    }
  }

  @Test
  void sameEventsGiveSameNumbers() {
    var numbers = new ArrayList<List<String>>();
    for (int run = 0; run < 2; run++) {
      ClusterState state = state();
      var seen = new ArrayList<String>();
      for (ObjectEvent event : new RandomCluster(7, 5, 12).events(EVENTS)) {
        state.apply(event);
        Snapshot snapshot = state.snapshot();
        snapshot.pods().forEachValue(pod -> seen.add(pod.key() + " " + pod.podClass().id()));
        snapshot.forEachNode(node -> seen.add(node.name() + node.index() + "@" + node.version()));
      }
      numbers.add(seen);
    }
    assertThat(numbers.getFirst()).isEqualTo(numbers.getLast());
  }
}
