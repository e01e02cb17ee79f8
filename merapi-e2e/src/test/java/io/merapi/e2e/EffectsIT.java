package io.merapi.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.device.Allocation;
import io.merapi.api.device.ResourceClaim;
import io.merapi.api.meta.Labels;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodStatus.PodCondition;
import io.merapi.api.resource.ResourceList;
import io.merapi.api.storage.PersistentVolume;
import io.merapi.api.storage.PersistentVolumeClaim;
import io.merapi.cluster.ClusterConnection;
import io.merapi.cluster.access.ClusterAccess;
import io.merapi.cluster.http.ApiRequest;
import io.merapi.cluster.watch.WatchedKind;
import io.merapi.config.objects.JsonTokens;
import io.merapi.config.objects.ObjectReader;
import io.merapi.kube.effects.ClaimWriter;
import io.merapi.kube.effects.Effects;
import io.merapi.kube.effects.Outcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the ports ask for happens in the cluster. */
class EffectsIT {

  private static final Outcome DONE = new Outcome.Done();

  @RegisterExtension static final RealCluster CLUSTER = new RealCluster();

  private static ClusterConnection connection;
  private static final Mirror MIRROR = new Mirror();

  @BeforeAll
  static void connect() throws IOException {
    CLUSTER.createNode("node-1");
    connection = ClusterConnection.open(ClusterAccess.fromKubeconfig(CLUSTER.plane().kubeconfig()));
    connection.watch(List.of(WatchedKind.livePods()), MIRROR);
    MIRROR.await("everything read once", () -> MIRROR.syncs() == 1);
  }

  @AfterAll
  static void disconnect() {
    if (connection != null) {
      connection.close();
    }
  }

  private static Effects effects() {
    return connection.effects();
  }

  private static Pod newPod(String name) throws IOException {
    CLUSTER.createPod(name);
    return pod(name);
  }

  private static Pod pod(String name) throws IOException {
    return CLUSTER.get(Pod.class, ObjectKind.POD, name);
  }

  private static <T> T get(CompletionStage<T> stage) {
    try {
      return stage.toCompletableFuture().get(60, TimeUnit.SECONDS);
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void awaitPod(String name, Predicate<Pod> condition) {
    MIRROR.await(
        name,
        () -> MIRROR.pods().get("default/" + name) instanceof Pod seen && condition.test(seen));
  }

  @Test
  void manyPodsAreBound() throws IOException {
    var pods = new ArrayList<Pod>();
    for (int i = 0; i < 200; i++) {
      pods.add(newPod("bound-" + i));
    }
    List<CompletionStage<Outcome>> bindings =
        pods.stream().map(pod -> effects().binder().bind(pod, "node-1")).toList();
    assertThat(bindings).allSatisfy(binding -> assertThat(get(binding)).isEqualTo(DONE));
    for (Pod pod : pods) {
      awaitPod(pod.name(), seen -> seen.nodeName().equals("node-1"));
    }
  }

  @Test
  void aPodIsBoundOnce() throws IOException {
    Pod pod = newPod("once");
    assertThat(get(effects().binder().bind(pod, "node-1"))).isEqualTo(DONE);
    assertThat(get(effects().binder().bind(pod, "node-2")))
        .isEqualTo(
            new Outcome.Failed(
                "Operation cannot be fulfilled on pods/binding \"once\":"
                    + " pod once is already assigned to node \"node-1\""));
  }

  @Test
  void aDecisionAboutADeletedPodDoesNotBindItsSuccessor() throws IOException {
    Pod first = newPod("twice");
    CLUSTER.delete(ObjectKind.POD, "twice");
    newPod("twice");
    assertThat(get(effects().binder().bind(first, "node-1"))).isInstanceOf(Outcome.Failed.class);
    assertThat(pod("twice").assigned()).isFalse();
  }

  @Test
  void aPodThatCannotBeScheduledIsToldSo() throws IOException {
    Pod pod = newPod("unlucky");
    for (int i = 0; i < 3; i++) {
      effects().reporter().unscheduled(pod, "Unschedulable", "0/1 nodes are available", "node-1");
    }
    awaitPod("unlucky", seen -> seen.status().nominatedNodeName().equals("node-1"));
    assertThat(pod("unlucky").status().conditions())
        .anySatisfy(condition -> {
          assertThat(condition.type()).isEqualTo("PodScheduled");
          assertThat(condition.status()).isEqualTo("False");
          assertThat(condition.reason()).isEqualTo("Unschedulable");
          assertThat(condition.message()).isEqualTo("0/1 nodes are available");
        });
    MIRROR.await("the event as a series", () -> events().contains("\"series\":{\"count\":"));
    assertThat(events())
        .contains("\"reason\":\"FailedScheduling\"", "\"note\":\"0/1 nodes are available\"");

    effects().reporter().nominationCleared(pod("unlucky"));
    awaitPod("unlucky", seen -> seen.status().nominatedNodeName().isEmpty());
    assertThat(connection.droppedEvents()).isZero();
    assertThat(connection.failedReports()).isZero();
  }

  private static String events() {
    try {
      return CLUSTER
          .send(ApiRequest.get("/apis/events.k8s.io/v1/namespaces/default/events"))
          .body();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aVictimIsMarkedAndDeleted() throws IOException {
    Pod victim = newPod("victim");
    Pod vip = newPod("vip");
    assertThat(get(effects().binder().bind(victim, "node-1"))).isEqualTo(DONE);
    assertThat(get(effects().evictor().evict(victim, vip))).isEqualTo(DONE);
    // A bound pod stays until its kubelet has ended it, and here is none.
    Pod dying = pod("victim");
    assertThat(dying.meta().deletionTimestamp()).isNotNull();
    assertThat(dying.status().conditions())
        .extracting(PodCondition::type, PodCondition::reason)
        .contains(tuple("DisruptionTarget", "PreemptionByScheduler"));

    CLUSTER.delete(ObjectKind.POD, "victim");
    assertThat(get(effects().evictor().evict(victim, vip))).as("gone already").isEqualTo(DONE);
  }

  @Test
  void aVolumeIsKeptForItsClaim() throws IOException {
    CLUSTER.create(
        ObjectKind.PERSISTENT_VOLUME,
        """
        {"apiVersion": "v1", "kind": "PersistentVolume", "metadata": {"name": "disk"},
         "spec": {"capacity": {"storage": "1Gi"}, "accessModes": ["ReadWriteOnce"],
                  "storageClassName": "slow", "hostPath": {"path": "/data"}}}
        """);
    CLUSTER.create(
        ObjectKind.PERSISTENT_VOLUME_CLAIM,
        """
        {"apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": {"name": "data"},
         "spec": {"accessModes": ["ReadWriteOnce"], "storageClassName": "slow",
                  "resources": {"requests": {"storage": "1Gi"}}}}
        """);
    var claim =
        CLUSTER.get(PersistentVolumeClaim.class, ObjectKind.PERSISTENT_VOLUME_CLAIM, "data");
    var volume = CLUSTER.get(PersistentVolume.class, ObjectKind.PERSISTENT_VOLUME, "disk");
    PersistentVolume kept = keptFor(claim, volume);

    assertThat(get(effects().volumes().update(kept))).isEqualTo(DONE);
    var now = CLUSTER.get(PersistentVolume.class, ObjectKind.PERSISTENT_VOLUME, "disk");
    assertThat(now.claim()).isEqualTo(kept.claim());
    assertThat(now.capacity()).isEqualTo(volume.capacity());
    assertThat(now.source()).isEqualTo(volume.source());
    assertThat(get(effects().volumes().update(kept)))
        .as("it has changed since it was seen")
        .isInstanceOf(Outcome.Failed.class);

    var chosen =
        new PersistentVolumeClaim(
            claim
                .meta()
                .withAnnotations(Labels.of(Map.of("volume.kubernetes.io/selected-node", "node-1"))),
            claim.spec(),
            claim.phase(),
            claim.capacity());
    assertThat(get(effects().volumes().update(chosen))).isEqualTo(DONE);
    assertThat(
            CLUSTER
                .get(PersistentVolumeClaim.class, ObjectKind.PERSISTENT_VOLUME_CLAIM, "data")
                .meta()
                .annotations()
                .get("volume.kubernetes.io/selected-node"))
        .isEqualTo("node-1");
  }

  private static PersistentVolume keptFor(PersistentVolumeClaim claim, PersistentVolume volume) {
    return new PersistentVolume(
        volume
            .meta()
            .withAnnotations(Labels.of(Map.of("pv.kubernetes.io/bound-by-controller", "yes"))),
        volume.capacity(),
        volume.accessModes(),
        new PersistentVolume.ClaimReference(claim.namespace(), claim.name(), claim.meta().uid()),
        volume.storageClassName(),
        volume.volumeMode(),
        volume.requiredNodes(),
        volume.reclaimPolicy(),
        volume.volumeAttributesClassName(),
        volume.source(),
        volume.phase());
  }

  @Test
  void aClaimIsMadeAllocatedReleasedAndDeleted() throws IOException {
    Pod pod = newPod("gpu-user");
    ClaimWriter.Created created = get(effects().claims().create(claim()));
    assertThat(created.outcome()).isEqualTo(DONE);
    ResourceClaim made = created.claim();
    assertThat(made.meta().uid()).isNotEmpty();
    assertThat(made.name()).as("completed by the server").startsWith("gpu").isNotEqualTo("gpu");

    var result =
        new Allocation.Result(
            "one",
            "gpu.example.com",
            "pool",
            "gpu-0",
            false,
            List.of(),
            List.of(),
            List.of(),
            null,
            ResourceList.EMPTY);
    var allocated =
        with(
            made,
            List.of("resource.kubernetes.io/delete-protection"),
            new Allocation(List.of(result), null, null),
            pod);
    assertThat(get(effects().claims().update(allocated))).isEqualTo(DONE);
    ResourceClaim now = CLUSTER.get(ResourceClaim.class, ObjectKind.RESOURCE_CLAIM, made.name());
    assertThat(now.allocation()).isEqualTo(allocated.allocation());
    assertThat(now.reservedFor()).isEqualTo(allocated.reservedFor());
    assertThat(now.meta().finalizers()).isEqualTo(allocated.meta().finalizers());
    assertThat(get(effects().claims().update(allocated)))
        .as("it has changed since it was seen")
        .isInstanceOf(Outcome.Failed.class);

    var released =
        new ResourceClaim(
            finalized(now.meta(), List.of()),
            now.requests(),
            now.constraints(),
            null,
            List.of(),
            now.devices());
    assertThat(get(effects().claims().update(released))).isEqualTo(DONE);
    assertThat(get(effects().claims().delete(made))).isEqualTo(DONE);
    assertThat(CLUSTER.list(ObjectKind.RESOURCE_CLAIM)).isEmpty();
    assertThat(get(effects().claims().delete(made))).as("gone already").isEqualTo(DONE);
  }

  private static ResourceClaim claim() {
    var tokens =
        new JsonTokens(
            "claim",
            """
            {"metadata": {"name": "gpu", "namespace": "default"},
             "spec": {"devices": {"requests": [
               {"name": "one", "exactly": {"deviceClassName": "gpu"}}]}}}
            """);
    tokens.next();
    return (ResourceClaim) new ObjectReader().read(ObjectKind.RESOURCE_CLAIM, tokens);
  }

  private static ResourceClaim with(
      ResourceClaim claim, List<String> finalizers, Allocation allocation, Pod user) {
    return new ResourceClaim(
        finalized(claim.meta(), finalizers),
        claim.requests(),
        claim.constraints(),
        allocation,
        List.of(new ResourceClaim.Consumer("", "pods", user.name(), user.meta().uid())),
        claim.devices());
  }

  private static ObjectMeta finalized(ObjectMeta meta, List<String> finalizers) {
    return new ObjectMeta(
        meta.name(),
        meta.namespace(),
        meta.uid(),
        meta.resourceVersion(),
        meta.creationTimestamp(),
        meta.deletionTimestamp(),
        meta.labels(),
        meta.annotations(),
        meta.owners(),
        finalizers);
  }
}
