package io.merapi.kube.plugins.volumebinding;

import static io.merapi.kube.plugins.volumebinding.Storage.volume;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.meta.Labels;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** An index that followed a cluster is the index of what it came to. */
class GroupIndexProperties {

  private static final List<String> GROUPS = List.of("one", "two", "three");

  @Test
  void followsAnyChangesExactly() {
    for (int seed = 0; seed < 40; seed++) {
      var random = new Random(seed);
      var trial = new VolumeTrial();
      GroupIndex<SizedVolume> followed = GroupIndex.empty(SizedVolume::free);
      for (int step = 0; step < 20; step++) {
        for (int i = 0; i < random.nextInt(8); i++) {
          change(trial, random);
        }
        ClusterView view = trial.view();
        followed = followed.follow(view, ObjectKind.PERSISTENT_VOLUME);
        GroupIndex<SizedVolume> fresh =
            GroupIndex.empty(SizedVolume::free).follow(view, ObjectKind.PERSISTENT_VOLUME);
        for (String group : GROUPS) {
          assertThat(content(followed.of(group)))
              .as("seed %d, step %d, group %s", seed, step, group)
              .isEqualTo(content(fresh.of(group)));
        }
      }
    }
  }

  @Test
  void isTheSameWhileNothingChanges() {
    var trial = new VolumeTrial().with(volume("pv", "1Gi"));
    GroupIndex<SizedVolume> index =
        GroupIndex.empty(SizedVolume::free).follow(trial.view(), ObjectKind.PERSISTENT_VOLUME);

    assertThat(index.follow(trial.view(), ObjectKind.PERSISTENT_VOLUME)).isSameAs(index);
  }

  private static void change(VolumeTrial trial, Random random) {
    Storage.Volume volume =
        volume("pv" + random.nextInt(20), (1 + random.nextInt(3)) + "Gi")
            .storageClass(GROUPS.get(random.nextInt(3)));
    switch (random.nextInt(5)) {
      case 0 -> trial.without(volume.build());
      case 1 -> trial.with(volume.on("host", "h" + random.nextInt(3)));
      case 2 -> trial.with(volume.on("rack", "r0", "r" + random.nextInt(3)));
      case 3 -> trial.with(volume.phase("Bound"));
      default -> trial.with(volume);
    }
  }

  private static List<String> content(PlaceIndex<SizedVolume> index) {
    var content = new ArrayList<String>();
    index.anywhere().forEach(volume -> content.add("anywhere " + text(volume)));
    for (int value = 0; value < 3; value++) {
      Labels node = Labels.of("host", "h" + value, "rack", "r" + value);
      var here = new ArrayList<String>();
      for (int label = 0; label < index.labels(); label++) {
        List<SizedVolume> found = index.at(label, node);
        assertThat(found).isSorted();
        for (SizedVolume volume : found) {
          here.add("at %d %s".formatted(value, text(volume)));
        }
      }
      here.sort(null);
      content.addAll(here);
    }
    return content;
  }

  private static String text(SizedVolume volume) {
    return volume.key() + " " + volume.size();
  }
}
