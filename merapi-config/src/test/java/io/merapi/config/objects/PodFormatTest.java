package io.merapi.config.objects;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.meta.Labels;
import io.merapi.api.pod.Affinity;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodPhase;
import io.merapi.api.pod.PodStatus;
import io.merapi.api.pod.ResourceRequirements;
import io.merapi.api.pod.Toleration;
import io.merapi.api.pod.Volume;
import io.merapi.api.resource.Quantity;
import io.merapi.api.selector.LabelSelector;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodFormatTest {

  /** Every field that scheduling reads, and some that it does not. */
  static final String FULL =
      """
      apiVersion: v1
      kind: Pod
      metadata:
        name: full
        namespace: shop
        uid: u-1
        resourceVersion: "12"
        generateName: fu
        creationTimestamp: "2030-01-31T12:00:00Z"
        deletionTimestamp: "2030-01-31T13:00:00.5Z"
        labels: {app: web, empty: ""}
        annotations:
          note: "yes"
          kubectl.kubernetes.io/last-applied-configuration: "{}"
        finalizers: [keep]
        managedFields: [{manager: kubectl}]
        ownerReferences:
        - {apiVersion: apps/v1, kind: ReplicaSet, name: web, uid: u-2, controller: true}
      spec:
        nodeName: node-1
        schedulerName: volcano
        priority: 0
        priorityClassName: high
        preemptionPolicy: Never
        hostNetwork: true
        hostUsers: false
        restartPolicy: Always
        os: {name: linux}
        serviceAccountName: default
        overhead: {cpu: 0.25}
        resources: {requests: {cpu: 4}, limits: {cpu: 5}}
        nodeSelector: {disk: ssd}
        schedulingGates: [{name: gate}]
        containers:
        - name: main
          image: web:1
          command: [run]
          ports:
          - {containerPort: 80, hostPort: 8080, protocol: TCP, hostIP: 10.0.0.1}
          resources:
            requests: {cpu: 1.5, memory: 1000}
            limits: {memory: "2000"}
            claims: [{name: gpu, request: one}, {name: net}]
        initContainers:
        - name: sidecar
          restartPolicy: Always
          restartPolicyRules:
          - {action: Restart, exitCodes: {operator: In, values: [1]}}
          - {action: RestartAllContainers, exitCodes: {operator: In, values: [2]}}
        affinity:
          nodeAffinity:
            requiredDuringSchedulingIgnoredDuringExecution:
              nodeSelectorTerms:
              - matchExpressions: [{key: zone, operator: In, values: [a, b]}]
                matchFields: [{key: metadata.name, operator: NotIn, values: [node-2]}]
            preferredDuringSchedulingIgnoredDuringExecution:
            - weight: 3
              preference: {matchExpressions: [{key: zone, operator: Exists}]}
          podAffinity:
            requiredDuringSchedulingIgnoredDuringExecution:
            - labelSelector: {}
              topologyKey: zone
              namespaces: [x]
              namespaceSelector: {matchLabels: {team: t}}
              matchLabelKeys: [k]
              mismatchLabelKeys: [l]
          podAntiAffinity:
            preferredDuringSchedulingIgnoredDuringExecution:
            - weight: 7
              podAffinityTerm: {topologyKey: host}
        tolerations:
        - {key: a, operator: Equal, value: b, effect: NoExecute, tolerationSeconds: 0}
        - {operator: Exists}
        topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: zone
          whenUnsatisfiable: DoNotSchedule
          minDomains: 2
          nodeAffinityPolicy: Honor
          nodeTaintsPolicy: Ignore
          matchLabelKeys: [rev]
          labelSelector: {matchExpressions: [{key: app, operator: DoesNotExist}]}
        resourceClaims:
        - {name: gpu, resourceClaimName: claim}
        - {name: net, resourceClaimTemplateName: template}
        volumes:
        - {name: a, persistentVolumeClaim: {claimName: data, readOnly: true}}
        - name: b
          ephemeral:
            volumeClaimTemplate:
              metadata: {labels: {l: m}, annotations: {n: o}}
              spec:
                accessModes: [ReadWriteOnce]
                resources: {requests: {storage: 10}}
                storageClassName: ""
                selector: {}
                volumeName: v
                volumeMode: Block
                volumeAttributesClassName: fast
        - {name: c, csi: {driver: d.example.com}}
        - {name: d, awsElasticBlockStore: {volumeID: vol-1, readOnly: true}}
        - {name: e, gcePersistentDisk: {pdName: pd}}
        - {name: f, iscsi: {targetPortal: t, iqn: i, lun: 2}}
        - {name: g, rbd: {monitors: [m], pool: p, image: im, readOnly: true}}
        - {name: h, azureDisk: {diskName: n, diskURI: uri, kind: Dedicated}}
        - {name: i, cinder: {volumeID: cin}}
        - {name: j, vsphereVolume: {volumePath: path}}
        - {name: k, portworxVolume: {volumeID: px}}
        - {name: m, azureFile: {secretName: se, shareName: sh, readOnly: true}}
        - {name: l, image: {reference: "img:2"}}
        - {name: token, projected: {sources: []}}
        - {name: scratch, emptyDir: {}}
        - {name: nothing, csi: null}
      status:
        phase: Running
        nominatedNodeName: node-3
        startTime: "2030-01-31T12:00:01Z"
        qosClass: Burstable
        conditions:
        - type: PodScheduled
          status: "False"
          reason: Unschedulable
          message: "0/1 nodes: none"
          lastTransitionTime: null
        containerStatuses:
        - {name: main, ready: true, allocatedResources: {cpu: 1}, resources: {requests: {cpu: 2}}}
        - {name: silent, ready: true}
        initContainerStatuses:
        - {name: sidecar, resources: {}}
        resourceClaimStatuses:
        - {name: net, resourceClaimName: made}
        - {name: gpu}
        extendedResourceClaimStatus:
          resourceClaimName: ext
          requestMappings: [{containerName: main, resourceName: r, requestName: q}]
        allocatedResources: {cpu: 3}
        resources: {}
      """;

  @Test
  void readsEveryFieldThatSchedulingReads() {
    Pod pod = pod(FULL);
    assertThat(pod.key()).isEqualTo("shop/full");
    assertThat(pod.meta().creationTimestamp()).isEqualTo(Instant.parse("2030-01-31T12:00:00Z"));
    assertThat(pod.meta().annotations()).isEqualTo(Labels.of("note", "yes"));
    assertThat(pod.nodeName()).isEqualTo("node-1");
    assertThat(pod.spec().priority()).isZero();
    assertThat(pod.spec().hostUsers()).isFalse();
    assertThat(pod.spec().os()).isEqualTo("linux");
    assertThat(pod.spec().schedulingGates()).containsExactly("gate");
    assertThat(pod.spec().containers().getFirst().resources().requests().get("cpu"))
        .isEqualTo(Quantity.parse("1.5"));
    assertThat(pod.spec().containers().getFirst().restartsAllContainers()).isFalse();
    assertThat(pod.spec().initContainers().getFirst().restartable()).isTrue();
    assertThat(pod.spec().initContainers().getFirst().restartsAllContainers()).isTrue();
    assertThat(pod.spec().affinity().requiredNodes()).isNotNull();
    assertThat(pod.spec().affinity().podAffinity().required().getFirst().labelSelector())
        .isEqualTo(new LabelSelector(Labels.EMPTY, List.of()));
    assertThat(
            pod.spec().affinity().podAntiAffinity().preferred().getFirst().term().labelSelector())
        .isNull();
    assertThat(pod.spec().tolerations())
        .containsExactly(
            new Toleration("a", "Equal", "b", "NoExecute", 0L),
            new Toleration("", "Exists", "", "", null));
    assertThat(pod.status().phase()).isEqualTo(PodPhase.RUNNING);
    assertThat(pod.status().qosClass()).isEqualTo("Burstable");
    assertThat(pod.status().resources()).isEqualTo(ResourceRequirements.NONE);
    assertThat(pod.status().claimStatuses().getLast().claimName()).isNull();
  }

  @Test
  void keepsOnlyVolumesWhoseSourceSchedulingReads() {
    assertThat(pod(FULL).spec().volumes())
        .extracting(Volume::name)
        .containsExactly("a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "m", "l");
    assertThat(pod(FULL).spec().volumes().get(6).source())
        .isEqualTo(new Volume.Rbd(List.of("m"), "p", "im", true));
    assertThat(pod(FULL).spec().volumes().get(7).source())
        .isEqualTo(new Volume.AzureDisk("uri", "Dedicated", false));
    assertThat(pod(FULL).spec().volumes().get(11).source())
        .isEqualTo(new Volume.AzureFile("se", "sh", true));
  }

  @Test
  void keepsOnlyContainerStatusesThatReportResources() {
    assertThat(pod(FULL).status().containerStatuses())
        .extracting(PodStatus.ContainerStatus::name)
        .containsExactly("main");
    assertThat(pod(FULL).status().initContainerStatuses()).hasSize(1);
  }

  @Test
  void aPodThatSaysNothingIsRead() {
    Pod pod = pod("{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: , status: }");
    assertThat(pod.spec().affinity()).isEqualTo(Affinity.NONE);
    assertThat(pod.spec().priority()).isNull();
    assertThat(pod.spec().resources()).isNull();
    assertThat(pod.status()).isEqualTo(PodStatus.UNREPORTED);
  }

  @ParameterizedTest
  @CsvSource({"Pending, PENDING", "Failed, FAILED", "'', UNSET", "Evicted, UNKNOWN"})
  void aPhaseThatKubernetesDoesNotKnowIsUnknown(String text, PodPhase phase) {
    assertThat(pod("{apiVersion: v1, kind: Pod, status: {phase: '" + text + "'}}").status().phase())
        .isEqualTo(phase);
  }

  @Test
  void anEmptyNodeSelectorIsNotAnAbsentOne() {
    assertThat(pod("{apiVersion: v1, kind: Pod, spec: {nodeSelector: {}}}").spec().nodeSelector())
        .isEqualTo(Labels.EMPTY);
    assertThat(pod("{apiVersion: v1, kind: Pod, spec: {nodeSelector: null}}").spec().nodeSelector())
        .isNull();
    assertThat(pod("{apiVersion: v1, kind: Pod, spec: {}}").spec().nodeSelector()).isNull();
  }

  @ParameterizedTest(name = "{1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "spec: {priority: 3000000000}|spec.priority (3000000000) must fit into 32 bits",
        "spec: {containers: {a: b}}|spec.containers (an object) must be a list",
        "spec: {containers: [{resources: {requests: {cpu: lots}}}]}"
            + "|spec.containers[0].resources.requests.cpu (lots) must be a quantity such as 500m or"
            + " 2Gi",
        "spec: {tolerations: [{}, {tolerationSeconds: 1.5}]}"
            + "|spec.tolerations[1].tolerationSeconds (1.5) must be a whole number of 64 bits",
        "metadata: {creationTimestamp: yesterday}"
            + "|metadata.creationTimestamp (yesterday) must be a time such as 2030-01-31T12:00:00Z",
        "metadata: {labels: {tier: 1}}|metadata.labels.tier (1) must be a string",
        "metadata: {name: no}|metadata.name (no, read as false) must be a string",
        "spec: {volumes: [{rbd: [1]}]}|spec.volumes[0].rbd (a list) must be an object",
      })
  void aFieldOfTheWrongTypeIsNamedWithItsPath(String field, String complaint) {
    String text = "{apiVersion: v1, kind: Pod, " + field + "}";
    assertThat(FoundObjects.of(new YamlTokens("f", text)).lines)
        .singleElement()
        .asString()
        .endsWith(": " + complaint);
  }

  private static Pod pod(String text) {
    FoundObjects found = FoundObjects.of(new YamlTokens("f", text));
    assertThat(found.lines).hasSize(1);
    return (Pod) found.read.getFirst();
  }
}
