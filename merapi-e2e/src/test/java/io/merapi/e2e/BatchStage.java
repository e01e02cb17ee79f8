package io.merapi.e2e;

import static io.merapi.testkit.NodeBuilder.node;

import io.merapi.api.batch.PodGroup;
import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.batch.Queue;
import io.merapi.api.cluster.ObjectKind;
import java.io.IOException;
import java.util.List;

/** A {@link Stage} for groups of pods, with kubelets. */
final class BatchStage implements AutoCloseable {

  /** A configuration of vc-scheduler for gangs in queues. */
  static final String GANGS =
      """
      actions: "enqueue, allocate, backfill"
      tiers:
      - plugins:
        - name: priority
        - name: gang
        - name: conformance
      - plugins:
        - name: drf
        - name: predicates
        - name: proportion
        - name: nodeorder
      """;

  private final RealCluster cluster;
  private final Stage stage;
  private final NodeAgent agent;

  BatchStage(RealCluster cluster) {
    this.cluster = cluster;
    this.stage = new Stage(cluster);
    this.agent = new NodeAgent(cluster);
  }

  /** What is not about groups. */
  Stage stage() {
    return stage;
  }

  /** Makes nodes of four processors each: node-0, node-1 and so on. */
  void nodes(int count) throws IOException {
    for (int i = 0; i < count; i++) {
      stage.create(
          node("node-" + i)
              .allocatable("cpu", "4")
              .allocatable("memory", "16Gi")
              .allocatable("pods", "110"));
    }
  }

  /**
   * Makes a queue.
   *
   * @param fields of its spec, in YAML
   */
  void queue(String name, String fields) throws IOException {
    stage.create(
        ObjectKind.QUEUE,
        """
        apiVersion: scheduling.volcano.sh/v1beta1
        kind: Queue
        metadata: {name: %s}
        spec: {%s}
        """
            .formatted(name, fields));
  }

  Queue queue(String name) throws IOException {
    return cluster.get(Queue.class, ObjectKind.QUEUE, name);
  }

  /**
   * Makes a group.
   *
   * @param fields of its spec, in YAML
   */
  void group(String name, String fields) throws IOException {
    stage.create(
        ObjectKind.POD_GROUP,
        """
        apiVersion: scheduling.volcano.sh/v1beta1
        kind: PodGroup
        metadata: {name: %s}
        spec: {%s}
        """
            .formatted(name, fields));
  }

  /** Makes a gang, all of whose pods must start together; they ask for two processors each. */
  void gang(String name, int pods, String queue) throws IOException {
    group(name, "minMember: %d, queue: %s".formatted(pods, queue));
    for (int i = 0; i < pods; i++) {
      pod(name + "-" + i, name, "cpu: 2", "");
    }
  }

  /**
   * Makes a pod of a group.
   *
   * @param resources what it asks for, in YAML
   * @param fields more of its spec, in YAML, one on a line
   */
  void pod(String name, String group, String resources, String fields) throws IOException {
    stage.create(
        ObjectKind.POD,
        """
        apiVersion: v1
        kind: Pod
        metadata:
          name: %s
          annotations: {scheduling.k8s.io/group-name: %s}
        spec:
          schedulerName: volcano
          containers:
          - name: main
            image: busybox
            resources: {requests: {%3$s}, limits: {%3$s}}
        %4$s
        """
            .formatted(name, group, resources, fields.indent(2)));
  }

  /** The group as soon as it has a phase. */
  PodGroup await(String name, PodGroupPhase phase) throws IOException {
    return Eventually.find(
        "group %s %s".formatted(name, phase.text()),
        () -> {
          PodGroup group = cluster.get(PodGroup.class, ObjectKind.POD_GROUP, name);
          return group.status().phase() == phase ? group : null;
        });
  }

  @Override
  public void close() throws IOException {
    agent.close();
    stage.close();
    stage.remove(List.of(ObjectKind.POD_GROUP, ObjectKind.HYPER_NODE, ObjectKind.QUEUE));
  }
}
