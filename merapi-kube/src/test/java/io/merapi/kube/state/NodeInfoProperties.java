package io.merapi.kube.state;

import static io.merapi.testkit.PodBuilder.pod;
import static io.merapi.testkit.TermBuilder.podsWith;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodClassReads;
import io.merapi.api.pod.PodClasses;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.pod.PodRequests;
import io.merapi.api.resource.ResourceAmountsSum;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.testkit.PodBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What holds for every form of a node, whatever became of the forms that it shares parts with. */
class NodeInfoProperties {

  private static final int SEEDS = 60;
  private static final int STEPS = 120;

  private final ResourceDictionary dictionary = new ResourceDictionary();

  @Test
  void eachFormKeepsItsPodsAndTheirSums() {
    for (int seed = 0; seed < SEEDS; seed++) {
      var random = new Random(seed);
      var pods = pods(random);
      var forms = new ArrayList<NodeInfo>(List.of(NodeInfo.named("n", dictionary)));
      var expected = new ArrayList<List<PodInfo>>(List.of(List.of()));
      for (int step = 1; step < STEPS; step++) {
        // Mostly the latest form goes on, now and then an earlier one, as in a dry run.
        int from = random.nextInt(3) > 0 ? forms.size() - 1 : random.nextInt(forms.size());
        PodInfo pod = pods.get(random.nextInt(pods.size()));
        var now = new ArrayList<>(expected.get(from));
        boolean leaves = random.nextInt(3) == 0;
        now.remove(pod);
        if (!leaves) {
          // A pod that is there already stays in its place.
          int place = expected.get(from).indexOf(pod);
          now.add(place < 0 ? now.size() : place, pod);
        }
        forms.add(
            leaves ? forms.get(from).without(pod.key(), step) : forms.get(from).with(pod, step));
        expected.add(now);
      }
      for (int i = 0; i < forms.size(); i++) {
        assertHolds(forms.get(i), expected.get(i), "seed " + seed + ", form " + i);
      }
    }
  }

  @Test
  void anEditorChangesItsOwnFormsAndNoOthers() {
    for (int seed = 0; seed < SEEDS; seed++) {
      var random = new Random(seed);
      var pods = pods(random);
      NodeInfo node = NodeInfo.named("n", dictionary);
      NodeInfo plain = node;
      var editor = new Object();
      var given = new ArrayList<NodeInfo>();
      var expected = new ArrayList<NodeInfo>();
      for (int step = 1; step < STEPS; step++) {
        PodInfo pod = pods.get(random.nextInt(pods.size()));
        boolean leaves = random.nextInt(3) == 0;
        if (leaves) {
          node = node.without(pod.key(), step, editor);
          plain = plain.without(pod.key(), step);
        } else {
          node = node.with(pod, step, editor);
          plain = plain.with(pod, step);
        }
        assertThat(node.version()).isEqualTo(plain.version());
        assertHolds(node, plain.pods(), "seed " + seed + ", step " + step);
        if (random.nextInt(5) == 0) {
          // Somebody keeps this one, or what follows from it: the row of changes ends.
          given.add(random.nextBoolean() ? node : node.with(pods.getFirst(), step));
          expected.add(given.getLast() == node ? plain : plain.with(pods.getFirst(), step));
          editor = new Object();
        }
      }
      for (int i = 0; i < given.size(); i++) {
        String where = "seed " + seed + ", form " + i;
        assertHolds(given.get(i), expected.get(i).pods(), where);
        assertThat(given.get(i).version()).as(where).isEqualTo(expected.get(i).version());
      }
    }
  }

  private List<PodInfo> pods(Random random) {
    var classes = new PodClasses(dictionary, PodRequests.Rules.DEFAULT, PodClassReads.ALL);
    var pods = new ArrayList<PodInfo>();
    // On some nodes all pods have something to do with others, on some few have.
    int kinds = random.nextInt(1, 5);
    for (int i = 0; i < 12; i++) {
      PodBuilder pod = pod("p" + i).request("cpu", random.nextInt(4) + "");
      if (random.nextInt(3) == 0) {
        pod.request("example.com/gpu-" + random.nextInt(2), random.nextInt(3) + "");
      }
      switch (random.nextInt(kinds)) {
        case 0 -> pod.awayFrom("app", "x");
        case 1 -> pod.near(podsWith("app", "x").in("zone").build());
        default -> {}
      }
      pods.add(classes.admit(pod.build()));
    }
    return pods;
  }

  private void assertHolds(NodeInfo node, List<PodInfo> pods, String where) {
    var sum = new ResourceAmountsSum(dictionary);
    pods.forEach(pod -> sum.add(pod.requests().requests()));
    assertThat(node.pods()).as(where).isEqualTo(pods);
    assertThat(node.requested()).as(where).isEqualTo(sum.toAmounts().withoutZeros());
    List<PodInfo> affine = pods.stream().filter(PodInfo::hasPodAffinity).toList();
    assertThat(node.podsWithAffinity()).as(where).isEqualTo(affine);
    List<PodInfo> apart = pods.stream().filter(PodInfo::hasRequiredPodAntiAffinity).toList();
    assertThat(node.podsWithRequiredAntiAffinity()).as(where).isEqualTo(apart);
  }
}
