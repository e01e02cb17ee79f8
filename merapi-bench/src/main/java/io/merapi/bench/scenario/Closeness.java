package io.merapi.bench.scenario;

import static io.merapi.testkit.HyperNodeBuilder.hyperNode;

import io.merapi.api.batch.NetworkTopology;
import io.merapi.api.batch.NetworkTopology.Mode;
import io.merapi.api.batch.VolcanoKeys;
import io.merapi.api.cluster.ClusterObject;
import io.merapi.testkit.HyperNodeBuilder;
import io.merapi.testkit.PodBuilder;
import io.merapi.testkit.PodGroupBuilder;
import java.util.ArrayList;
import java.util.List;

/** How close together the pods of a gang are to lie, and the plugin that sees to it. */
enum Closeness {
  /** Each fifth pod is away from its like, and four others beside it. */
  ROLES("task-topology"),
  /** Anywhere; parts of the network that are in use are filled up. */
  ANYWHERE("network-topology-aware"),
  /** As close as possible in the network. */
  CLOSE("network-topology-aware"),
  /** Under one switch. */
  ONE_SWITCH("network-topology-aware");

  private static final int NODES_PER_SWITCH = 16;
  private static final int SWITCHES_PER_SPINE = 16;

  private final String plugin;

  Closeness(String plugin) {
    this.plugin = plugin;
  }

  String plugin() {
    return plugin;
  }

  /** The parts of the network. */
  List<ClusterObject> domains(int nodes) {
    var domains = new ArrayList<ClusterObject>();
    if (this == ROLES) {
      return domains;
    }
    int switches = Math.ceilDiv(nodes, NODES_PER_SWITCH);
    for (int i = 0; i < switches; i++) {
      HyperNodeBuilder leaf = hyperNode("switch-" + i);
      for (int j = 0; j < NODES_PER_SWITCH; j++) {
        leaf.nodes(Cluster.nodeName(i * NODES_PER_SWITCH + j));
      }
      domains.add(leaf.build());
    }
    for (int i = 0; i < Math.ceilDiv(switches, SWITCHES_PER_SPINE); i++) {
      HyperNodeBuilder spine = hyperNode("spine-" + i).tier(2);
      int first = i * SWITCHES_PER_SPINE;
      for (int j = first; j < Math.min(switches, first + SWITCHES_PER_SPINE); j++) {
        spine.hyperNodes("switch-" + j);
      }
      domains.add(spine.build());
    }
    return domains;
  }

  /** Adds to a gang what it says of its pods. */
  PodGroupBuilder on(PodGroupBuilder gang) {
    return switch (this) {
      case ROLES ->
          gang.annotation(VolcanoKeys.TASK_TOPOLOGY_AFFINITY, "server,worker")
              .annotation(VolcanoKeys.TASK_TOPOLOGY_ANTI_AFFINITY, "server");
      case ANYWHERE -> gang;
      case CLOSE -> gang.networkTopology(new NetworkTopology(Mode.SOFT, null, ""));
      case ONE_SWITCH -> gang.networkTopology(new NetworkTopology(Mode.HARD, 1, ""));
    };
  }

  /** Adds to a pod what it is for its gang. */
  PodBuilder on(PodBuilder pod, int number) {
    return this == ROLES
        ? pod.annotation(VolcanoKeys.TASK_SPEC, number % 5 == 0 ? "server" : "worker")
        : pod;
  }
}
