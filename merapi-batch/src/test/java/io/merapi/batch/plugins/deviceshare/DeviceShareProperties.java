package io.merapi.batch.plugins.deviceshare;

import static io.merapi.batch.plugins.deviceshare.DeviceStage.vgpuArgs;
import static io.merapi.batch.plugins.deviceshare.DeviceStage.vgpuNode;
import static io.merapi.batch.plugins.deviceshare.DeviceStage.vgpuPod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.cluster.ClusterObject;
import io.merapi.batch.actions.allocate.Allocate;
import io.merapi.batch.actions.allocate.AllocateArgs;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.SessionOptions;
import io.merapi.testkit.PodBuilder;
import io.merapi.testkit.PodGroupBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Random clusters with virtual GPUs. */
class DeviceShareProperties {

  private static final int CLUSTERS = 200;

  @Test
  void whatIsRememberedPlacesPodsOnTheSameCards() {
    for (int seed = 0; seed < CLUSTERS; seed++) {
      assertThat(run(seed, false)).as("seed %d", seed).isEqualTo(run(seed, true));
    }
  }

  private static List<String> run(int seed, boolean reference) {
    var random = new Random(seed);
    String policy = List.of("binpack", "spread", "").get(random.nextInt(3));
    DeviceStage stage = DeviceStage.vgpus(vgpuArgs(policy, random.nextInt(3)), cluster(random));
    stage.predicates().world().options(SessionOptions.DEFAULTS.withReference(reference));
    SchedulingSession session = stage.predicates().open();
    new Allocate(AllocateArgs.DEFAULTS, false).execute(session);
    return stage.predicates().world().effects().calls();
  }

  private static ClusterObject[] cluster(Random random) {
    var objects = new ArrayList<ClusterObject>();
    for (int i = 0; i < 1 + random.nextInt(5); i++) {
      objects.add(vgpuNode("n" + i, 1 + random.nextInt(3)).build());
    }
    for (int group = 0; group < 1 + random.nextInt(4); group++) {
      String name = "g" + group;
      int pods = 1 + random.nextInt(6);
      objects.add(
          PodGroupBuilder.podGroup(name)
              .minMember(1 + random.nextInt(pods))
              .phase(PodGroupPhase.INQUEUE)
              .build());
      // Few sizes, so that groups are often alike.
      int memory = 4000 * (1 + random.nextInt(3));
      int cores = 50 * random.nextInt(2);
      int number = 1 + random.nextInt(2);
      boolean apart = random.nextInt(3) == 0;
      for (int i = 0; i < pods; i++) {
        PodBuilder pod = vgpuPod(name + "-" + i, number, memory, cores).group(name);
        objects.add(
            apart
                ? pod.annotation("volcano.sh/vgpu-podgroup-policy", "spread").build()
                : pod.build());
      }
    }
    return objects.toArray(ClusterObject[]::new);
  }
}
