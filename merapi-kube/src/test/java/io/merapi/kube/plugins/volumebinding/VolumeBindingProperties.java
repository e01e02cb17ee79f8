package io.merapi.kube.plugins.volumebinding;

import static io.merapi.kube.plugins.volumebinding.Storage.claim;
import static io.merapi.kube.plugins.volumebinding.Storage.storageClass;
import static io.merapi.kube.plugins.volumebinding.Storage.volume;
import static io.merapi.kube.plugins.volumebinding.Storage.waitingClass;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.meta.Labels;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.Volume;
import io.merapi.api.resource.Quantity;
import io.merapi.api.selector.CompiledNodeSelector;
import io.merapi.api.selector.NodeSelectorTerm;
import io.merapi.api.selector.SelectorRequirement;
import io.merapi.api.storage.PersistentVolume;
import io.merapi.api.storage.PersistentVolumeClaim;
import io.merapi.kube.plugins.volumebinding.VolumeTrial.Attempt;
import io.merapi.kube.state.AssumedObjects.Place;
import io.merapi.testkit.PodBuilder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What holds in any cluster, whatever happens in it. */
class VolumeBindingProperties {

  private static final String HOST = "kubernetes.io/hostname";
  private static final String ZONE = "topology.kubernetes.io/zone";
  private static final List<String> CLASSES = List.of(Storage.WAITING_CLASS, "other", "made");

  private int version = 1;

  @Test
  void choosesWhatAWalkOverAllVolumesWouldChoose() {
    for (int seed = 0; seed < 60; seed++) {
      var random = new Random(seed);
      VolumeTrial trial = cluster(random);
      for (int step = 0; step < 15; step++) {
        change(trial, random);
        PodBuilder pod = podWithClaims(trial, random, step);
        Attempt attempt = trial.schedule(pod);
        for (NodeInfo node : trial.view().nodes()) {
          Map<String, String> expected = walk(trial, pod, node);
          assertThat(attempt.filter(node.name()).isSuccess())
              .as("seed %d, step %d, node %s", seed, step, node.name())
              .isEqualTo(expected != null);
        }
        List<String> fitting = attempt.fitting();
        if (!fitting.isEmpty()) {
          String chosen = fitting.get(random.nextInt(fitting.size()));
          Map<String, String> expected =
              walk(trial, pod, Objects.requireNonNull(trial.view().node(chosen)));
          Map<Place, ClusterObject> before = trial.assumed.prune(trial.view());
          assertThat(attempt.reserve(chosen).isSuccess()).isTrue();
          assertThat(taken(trial, before)).as("seed %d, step %d", seed, step).isEqualTo(expected);
        }
      }
    }
  }

  @Test
  void givingBackLeavesEverythingAsItWas() {
    for (int seed = 0; seed < 60; seed++) {
      var random = new Random(seed);
      VolumeTrial trial = cluster(random);
      for (int step = 0; step < 15; step++) {
        change(trial, random);
        Attempt attempt = trial.schedule(podWithClaims(trial, random, step));
        List<String> fitting = attempt.fitting();
        if (fitting.isEmpty()) {
          continue;
        }
        String chosen = fitting.get(random.nextInt(fitting.size()));
        Map<Place, ClusterObject> before = trial.assumed.prune(trial.view());
        assertThat(attempt.reserve(chosen).isSuccess()).isTrue();
        if (random.nextBoolean()) {
          // Stays, so that later pods find something assumed.
          continue;
        }
        attempt.unreserve(chosen);
        assertThat(trial.assumed.prune(trial.view()))
            .as("seed %d, step %d", seed, step)
            .isEqualTo(before);
      }
    }
  }

  private VolumeTrial cluster(Random random) {
    var trial =
        new VolumeTrial()
            .with(waitingClass())
            .with(storageClass("other", "kubernetes.io/no-provisioner", "WaitForFirstConsumer"))
            .with(
                storageClass(
                    "made", "x.example.com", "WaitForFirstConsumer", Storage.where(ZONE, "z0")));
    for (int i = 0; i < 4; i++) {
      trial.with(node("n" + i).label(HOST, "n" + i).label(ZONE, "z" + i % 2));
    }
    for (int i = 0; i < 8; i++) {
      trial.with(randomVolume(random, i));
    }
    return trial;
  }

  /** A volume comes, changes or goes. */
  private void change(VolumeTrial trial, Random random) {
    int number = random.nextInt(12);
    if (random.nextInt(4) == 0) {
      trial.without(volume("pv" + number, "1Gi").build());
    } else {
      trial.with(randomVolume(random, number));
    }
  }

  private Storage.Volume randomVolume(Random random, int number) {
    Storage.Volume volume =
        volume("pv" + number, (1 + random.nextInt(3)) + "Gi")
            .version("v" + version++)
            .storageClass(CLASSES.get(random.nextInt(3)))
            .label("disk", random.nextBoolean() ? "ssd" : "hdd");
    switch (random.nextInt(6)) {
      case 0 -> volume.on(HOST, "n" + random.nextInt(4));
      case 1 -> volume.on(ZONE, "z" + random.nextInt(2)).on(HOST, "n" + random.nextInt(4));
      case 2 -> volume.on(HOST, "n0", "n" + random.nextInt(4)).on(HOST, "n" + random.nextInt(4));
      case 3 ->
          volume.on(
              new NodeSelectorTerm(
                  List.of(new SelectorRequirement(HOST, "NotIn", List.of("n1"))), List.of()));
      default -> {}
    }
    return switch (random.nextInt(8)) {
      case 0 -> volume.phase("Released");
      case 1 -> volume.keptFor("c" + random.nextInt(6), "");
      case 2 -> volume.beingDeleted();
      case 3 -> volume.accessModes("ReadOnlyMany");
      default -> volume;
    };
  }

  private PodBuilder podWithClaims(VolumeTrial trial, Random random, int step) {
    PodBuilder pod = pod("p" + step);
    var names = new HashSet<String>();
    for (int i = 0; i <= random.nextInt(3); i++) {
      String name = "c" + random.nextInt(6);
      if (names.add(name)) {
        Storage.Claim claim =
            claim(name, (1 + random.nextInt(3)) + "Gi")
                .version("v" + version++)
                .storageClass(CLASSES.get(random.nextInt(3)));
        if (random.nextInt(4) == 0) {
          claim.selecting("disk", "ssd");
        }
        trial.with(claim);
        pod.claim(name);
      }
    }
    return pod;
  }

  /** By claim, the volume that it gets on a node, or the node where one is made; null for none. */
  private static @Nullable Map<String, String> walk(
      VolumeTrial trial, PodBuilder pod, NodeInfo node) {
    var result = new TreeMap<String, String>();
    var taken = new HashSet<String>();
    var claims = new ArrayList<PersistentVolumeClaim>();
    pod.build()
        .spec()
        .volumes()
        .forEach(volume -> {
          var source = (Volume.Claim) volume.source();
          claims.add(
              (PersistentVolumeClaim)
                  Objects.requireNonNull(
                      trial.assumed.latest(
                          trial.view(),
                          ObjectKind.PERSISTENT_VOLUME_CLAIM,
                          "default/" + source.claimName())));
        });
    claims.sort(Comparator.comparing(VolumeMatcher::size));
    Labels labels = Objects.requireNonNull(node.node()).meta().labels();
    for (PersistentVolumeClaim claim : claims) {
      PersistentVolume volume = match(trial, claim, labels, taken);
      if (volume != null) {
        taken.add(volume.name());
        if (!claim.equals(claimOf(volume, trial))) {
          result.put(claim.name(), volume.name());
        }
      } else if (claim.storageClass().equals("made") && "z0".equals(labels.get(ZONE))) {
        result.put(claim.name(), "made on " + node.name());
      } else {
        return null;
      }
    }
    return result;
  }

  /** The claim that a volume is already assumed to belong to; then nothing is assumed anew. */
  private static @Nullable PersistentVolumeClaim claimOf(
      PersistentVolume volume, VolumeTrial trial) {
    PersistentVolume.ClaimReference owner = volume.claim();
    return owner == null || owner.uid().isEmpty()
        ? null
        : (PersistentVolumeClaim)
            trial.assumed.latest(
                trial.view(), ObjectKind.PERSISTENT_VOLUME_CLAIM, "default/" + owner.name());
  }

  private static @Nullable PersistentVolume match(
      VolumeTrial trial, PersistentVolumeClaim claim, Labels node, Set<String> taken) {
    List<PersistentVolume> candidates =
        trial.assumed.latest(trial.view(), ObjectKind.PERSISTENT_VOLUME).stream()
            .map(PersistentVolume.class::cast)
            .filter(volume -> volume.storageClass().equals(claim.storageClass()))
            .filter(volume -> !taken.contains(volume.name()))
            .filter(volume -> volume.claim() == null || volume.claim().means(claim))
            .filter(volume -> size(volume).compareTo(VolumeMatcher.size(claim)) >= 0)
            .filter(volume -> volume.meta().deletionTimestamp() == null)
            .sorted(
                Comparator.comparing(VolumeBindingProperties::size)
                    .thenComparing(PersistentVolume::name))
            .toList();
    for (PersistentVolume volume : candidates) {
      if (volume.claim() != null) {
        return reaches(node, volume) ? volume : null;
      }
    }
    return candidates.stream()
        .filter(volume -> volume.phase().equals("Available"))
        .filter(volume -> volume.accessModes().containsAll(claim.spec().accessModes()))
        .filter(volume ->
            claim.spec().selector() == null || "ssd".equals(volume.meta().labels().get("disk")))
        .filter(volume -> reaches(node, volume))
        .findFirst()
        .orElse(null);
  }

  private static Quantity size(PersistentVolume volume) {
    return Objects.requireNonNull(volume.capacity().get("storage"));
  }

  private static boolean reaches(Labels node, PersistentVolume volume) {
    return volume.requiredNodes() == null
        || CompiledNodeSelector.of(volume.requiredNodes()).matches(node, "");
  }

  /** By claim, what has been assumed beyond what was. */
  private static Map<String, String> taken(VolumeTrial trial, Map<Place, ClusterObject> before) {
    var taken = new TreeMap<String, String>();
    trial
        .assumed
        .prune(trial.view())
        .forEach((place, object) -> {
          if (object.equals(before.get(place))) {
            return;
          }
          if (object instanceof PersistentVolume volume) {
            taken.put(Objects.requireNonNull(volume.claim()).name(), volume.name());
          } else {
            taken.put(
                object.name(),
                "made on " + WaitingClaim.selectedNode((PersistentVolumeClaim) object));
          }
        });
    return taken;
  }
}
