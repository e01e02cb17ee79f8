package io.merapi.batch.plugins.nodeorder;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.node.Node;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodClass;
import io.merapi.api.pod.PodClassReads;
import io.merapi.api.pod.PodRequests;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.kube.plugins.imagelocality.WantedImages;
import io.merapi.kube.state.ClusterState;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Whoever follows only what has changed notes what one does who looks at every node. */
class ImageHoldersProperties {

  private static final int CLUSTERS = 200;
  private static final int STEPS = 40;
  private static final int NODES = 6;
  private static final int IMAGES = 4;
  private static final long SIZE = 500L << 20;

  @Test
  void followingChangesIsLookingAtAllNodes() {
    for (int seed = 0; seed < CLUSTERS; seed++) {
      var random = new SplittableRandom(seed);
      var followed = new ImageHolders();
      var plain = new ImageHolders();
      // Snapshots of different states have no history in common, so that all nodes are looked at.
      List<ClusterState> states = List.of(state(), state());
      for (int step = 0; step < STEPS; step++) {
        for (int i = random.nextInt(3); i >= 0; i--) {
          ObjectEvent event = event(random);
          states.forEach(state -> state.apply(event));
        }
        followed.follow(states.getFirst().snapshot());
        plain.follow(states.get(step % 2).snapshot());
        assertThat(worths(followed)).as("seed %d, step %d", seed, step).isEqualTo(worths(plain));
      }
    }
  }

  private static ClusterState state() {
    return new ClusterState(
        new ResourceDictionary(), PodRequests.Rules.DEFAULT, PodClassReads.SESSIONS);
  }

  private static ObjectEvent event(SplittableRandom random) {
    String name = "n" + random.nextInt(NODES);
    return switch (random.nextInt(5)) {
      case 0 -> new ObjectEvent.Deleted(node(name).build());
      case 1 -> new ObjectEvent.Applied(pod("p" + random.nextInt(4)).on(name).build());
      case 2 -> new ObjectEvent.Deleted(pod("p" + random.nextInt(4)).build());
      default -> new ObjectEvent.Applied(holder(name, random));
    };
  }

  private static Node holder(String name, SplittableRandom random) {
    var builder = node(name);
    for (int image = 0; image < IMAGES; image++) {
      if (random.nextBoolean()) {
        builder = builder.image(SIZE * (1 + random.nextInt(2)), image(image));
      }
    }
    return builder.build();
  }

  private static String image(int number) {
    return "app-" + number + ":v1";
  }

  private static List<Long> worths(ImageHolders holders) {
    var worths = new ArrayList<Long>();
    for (int image = 0; image < IMAGES; image++) {
      var wanted = WantedImages.of(classOf(pod("wanting").image(image(image)).build()));
      for (int node = 0; node < NODES; node++) {
        worths.add(holders.worth(wanted, "n" + node, NODES));
      }
    }
    return worths;
  }

  private static PodClass classOf(Pod pod) {
    ClusterState state = state();
    state.apply(new ObjectEvent.Applied(pod));
    return requireNonNull(state.snapshot().pod(pod.key())).podClass();
  }
}
