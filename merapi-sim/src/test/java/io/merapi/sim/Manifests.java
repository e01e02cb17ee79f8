package io.merapi.sim;

/** Objects for simulations, written as users write them. */
final class Manifests {

  private Manifests() {}

  static final String OWNED =
      "ownerReferences: [{apiVersion: apps/v1, kind: StatefulSet, name: s, uid: s, controller:"
          + " true}],";

  static final String IN_GROUP = "annotations: {scheduling.k8s.io/group-name: g, %s},";

  static final String VOLCANO = "schedulerName: volcano,";

  static final String HIGH =
      """
      ---
      {apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: {name: high}, value: 100}
      """;

  static final String SLOW =
      """
      ---
      {apiVersion: merapi.io/v1alpha1, kind: ClusterBehavior, metadata: {name: slow},
       spec: {bindLatency: 100ms, startLatency: 5s, decisionCost: 10ms}}
      """;

  static final String GROUP =
      """
      ---
      {apiVersion: scheduling.volcano.sh/v1beta1, kind: PodGroup, metadata: {name: g},
       spec: {minMember: 2, queue: default}}
      """;

  static final String RESTARTING =
      """
      ---
      {apiVersion: batch.volcano.sh/v1alpha1, kind: Job, metadata: {name: j},
       spec: {minAvailable: 2, policies: [{event: PodFailed, action: RestartJob}], maxRetry: 2, tasks: [
        {name: good, replicas: 1, template: {
         metadata: {annotations: {merapi.io/run-time: 1h}},
         spec: {restartPolicy: Never, containers: [{name: main, resources: {requests: {cpu: "1"}}}]}}},
        {name: bad, replicas: 1, template: {
         metadata: {annotations: {merapi.io/run-time: 1h, merapi.io/fails-after: 10m}},
         spec: {restartPolicy: Never, containers: [{name: main, resources: {requests: {cpu: "1"}}}]}}}]}}
      """;

  static final String POOL =
      """
      ---
      {apiVersion: merapi.io/v1alpha1, kind: NodePool, metadata: {name: pool},
       spec: {count: 2, template: {status: {allocatable: {cpu: "1"}}}}}
      """;

  static final String GENERATOR =
      """
      ---
      apiVersion: merapi.io/v1alpha1
      kind: WorkloadGenerator
      metadata: {name: load}
      spec:
        count: 4
        arrivals: {uniform: {every: 10m}}
        jobs:
        - runTime: 25m
          template:
            apiVersion: v1
            kind: Pod
            spec: {containers: [{name: main, resources: {requests: {cpu: "1"}}}]}
      """;

  static final String RECLAIM =
      """
      actions: "enqueue, allocate, reclaim"
      tiers:
      - plugins:
        - name: priority
        - name: gang
        - name: conformance
      - plugins:
        - name: proportion
        - name: predicates
        - name: nodeorder
      """;

  static String node(String name, int cpu) {
    return node(name, cpu, "");
  }

  static String node(String name, int cpu, String plan) {
    return """
    ---
    {apiVersion: v1, kind: Node, metadata: {name: %s, annotations: {%s}},
     status: {allocatable: {cpu: "%d", memory: 4Gi, pods: "10"}}}
    """
        .formatted(name, annotations(plan), cpu);
  }

  private static String annotations(String plan) {
    return plan.isEmpty() ? "" : "merapi.io/" + plan.replace(", ", ", merapi.io/");
  }

  static String pod(String name, String plan, int cpu) {
    return pod(name, plan, cpu, "", "");
  }

  static String pod(String name, String plan, int cpu, String spec, String meta) {
    String own = meta.equals(IN_GROUP) ? meta : meta + "annotations: {%s}";
    return """
    ---
    {apiVersion: v1, kind: Pod, metadata: {name: %s, %s},
     spec: {%s containers: [{name: main, resources: {requests: {cpu: "%d"}}}]}}
    """
        .formatted(name, own.formatted(annotations(plan)), spec, cpu);
  }

  static String queue(String name) {
    return """
    ---
    {apiVersion: scheduling.volcano.sh/v1beta1, kind: Queue, metadata: {name: %s},
     spec: {weight: 1, reclaimable: true}}
    """
        .formatted(name);
  }

  static String job(String name, String arrival, int pods, String runTime, String spec) {
    return """
    ---
    {apiVersion: batch.volcano.sh/v1alpha1, kind: Job,
     metadata: {name: %1$s, annotations: {merapi.io/arrival: %2$s, volcano.sh/preemptable: "true"}},
     spec: {%5$s tasks: [{name: t, replicas: %3$d, template: {
      metadata: {annotations: {merapi.io/run-time: %4$s}},
      spec: {containers: [{name: main, resources: {requests: {cpu: "1"}}}]}}}]}}
    """
        .formatted(name, arrival, pods, runTime, spec);
  }

  static String kubernetesJob(String spec, String plan) {
    return """
    ---
    {apiVersion: batch/v1, kind: Job, metadata: {name: j},
     spec: {%s template: {
      metadata: {annotations: {%s}},
      spec: {restartPolicy: Never, containers: [{name: main, resources: {requests: {cpu: "1"}}}]}}}}
    """
        .formatted(spec, annotations(plan));
  }

  /** A budget for the pods of the deployment. */
  static String budget(String spec) {
    return """
    ---
    {apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: web},
     spec: {%s, selector: {matchLabels: {app: web}}}}
    """
        .formatted(spec);
  }

  static String deployment(int replicas) {
    return """
    ---
    {apiVersion: apps/v1, kind: Deployment, metadata: {name: web},
     spec: {replicas: %d, template: {
      metadata: {labels: {app: web}},
      spec: {containers: [{name: main, resources: {requests: {cpu: "1"}}}]}}}}
    """
        .formatted(replicas);
  }
}
