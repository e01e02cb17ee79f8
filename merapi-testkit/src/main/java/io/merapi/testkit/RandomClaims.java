package io.merapi.testkit;

import static io.merapi.testkit.ClaimBuilder.claim;
import static io.merapi.testkit.DemandBuilder.devices;
import static io.merapi.testkit.DeviceBuilder.device;
import static io.merapi.testkit.DeviceClaimBuilder.deviceClaim;
import static io.merapi.testkit.SliceBuilder.slice;
import static io.merapi.testkit.VolumeBuilder.volume;
import static java.util.Objects.requireNonNull;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.device.DeviceClass;
import io.merapi.api.device.DeviceSelector;
import io.merapi.api.device.ResourceClaim;
import io.merapi.api.meta.Labels;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.meta.WellKnownKeys;
import io.merapi.api.resource.Quantity;
import io.merapi.api.selector.LabelSelector;
import io.merapi.api.selector.NodeSelectorTerm;
import io.merapi.api.selector.SelectorRequirement;
import io.merapi.api.storage.CsiDriver;
import io.merapi.api.storage.CsiNode;
import io.merapi.api.storage.CsiStorageCapacity;
import io.merapi.api.storage.PersistentVolume;
import io.merapi.api.storage.PersistentVolume.ClaimReference;
import io.merapi.api.storage.PersistentVolumeClaim;
import io.merapi.api.storage.StorageClass;
import io.merapi.api.storage.VolumeAttachment;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * Random volumes and devices of a small cluster, and claims for them.
 *
 * <p>Names are drawn from small sets, so that claims meet what they claim, and objects change.
 */
public final class RandomClaims {

  private static final String DRIVER = "csi.example.com";
  private static final String NOBODY = "kubernetes.io/no-provisioner";

  /** What volumes are made by. */
  public static final Set<String> PROVISIONERS = Set.of(DRIVER, NOBODY);

  private static final int CLAIMS = 3;
  private static final int VOLUMES = 4;
  private static final int DEVICES = 3;
  private static final String LARGE =
      "device.attributes[\"driver.example.com\"].model == \"large\"";

  private final RandomGenerator random;
  private final int nodeNames;

  /**
   * Objects that depend on what is drawn alone.
   *
   * @param nodeNames how many nodes there are, {@code node-0} being the first
   */
  public RandomClaims(RandomGenerator random, int nodeNames) {
    this.random = random;
    this.nodeNames = nodeNames;
  }

  /** Has a pod claim a volume, devices or both. */
  public PodBuilder claiming(PodBuilder pod) {
    int kind = random.nextInt(4);
    if (kind > 0) {
      pod.claim("claim-" + random.nextInt(CLAIMS));
    }
    if (kind < 2) {
      pod.resourceClaim("devices-" + random.nextInt(CLAIMS));
    }
    // The claims are there.
    return pod.namespace("default");
  }

  /**
   * Has a pod claim a volume, devices or both that are claimed for it alone, as from a template.
   *
   * @param name of the pod, which is its uid as well
   * @return the claims
   */
  public List<ClusterObject> claimingOwn(PodBuilder pod, String name) {
    var own = new ArrayList<ClusterObject>();
    int kind = random.nextInt(4);
    if (kind > 0) {
      ClaimBuilder claim = claim("own-" + name).size("1Gi").ofClass(storage());
      if (random.nextInt(6) == 0) {
        claim.accessMode("ReadWriteOncePod");
      }
      own.add(claim.build());
      pod.claim("own-" + name);
    }
    if (kind < 2) {
      pod.resourceClaimTemplate("template", "own-devices-" + name);
      own.add(
          wanting(deviceClaim("own-devices-" + name))
              .uid("uid-of-" + name)
              .madeFor(PodBuilder.pod(name).uid(name).build())
              .build());
    }
    pod.namespace("default");
    return own;
  }

  /**
   * What becomes of claims that were made for a pod: volumes are made for them and bound to them,
   * devices are given to them.
   *
   * @return all objects that are new or other than before
   */
  public List<ClusterObject> onward(ClusterObject claim) {
    String name = claim.meta().name();
    if (claim instanceof PersistentVolumeClaim made && made.spec().volumeName().isEmpty()) {
      String size = made.spec().requests().amounts().values().iterator().next().toString();
      VolumeBuilder volume =
          volume("of-" + name).size(size).ofClass(made.storageClass()).csi(DRIVER, "of-" + name);
      if (random.nextBoolean()) {
        volume.requiringNodes(nodesWith(RandomWorkload.ZONE, zone(), zone()));
      }
      PersistentVolume bound =
          volume.build().claimedBy(ClaimReference.to(made), ObjectMeta.named("", "of-" + name));
      PersistentVolumeClaim then =
          claim(name).size(size).ofClass(made.storageClass()).boundTo("of-" + name).build();
      Labels completed = Labels.of(WellKnownKeys.BIND_COMPLETED, "yes");
      return switch (random.nextInt(4)) {
        case 0 -> List.of(bound);
        case 1 ->
            List.of(
                made.withMeta(
                    made.meta().withAnnotations(Labels.of(WellKnownKeys.SELECTED_NODE, node()))));
        default -> List.of(bound, then.withMeta(then.meta().withAnnotations(completed)));
      };
    }
    if (claim instanceof ResourceClaim made) {
      String node = node();
      ResourceClaim given =
          deviceClaim(name)
              .holding(node, "device-" + (1 + random.nextInt(DEVICES)))
              .usableOn(node)
              .build();
      return List.of(made.withAllocation(requireNonNull(given.allocation())));
    }
    return List.of();
  }

  private String storage() {
    return random.nextBoolean() ? "local" : "made";
  }

  /** All that pods claim, and what is needed for it beside nodes. */
  public List<ClusterObject> all() {
    var all = new ArrayList<ClusterObject>();
    all.add(storageClass("local"));
    all.add(storageClass("made"));
    all.add(deviceClass());
    for (int number = 0; number < VOLUMES; number++) {
      all.add(persistentVolume(number));
    }
    for (int number = 0; number < CLAIMS; number++) {
      all.add(volumeClaim(number));
      all.add(claimForDevices(number));
    }
    return all;
  }

  /** Any object that has to do with claims. */
  public ClusterObject any() {
    return switch (random.nextInt(19)) {
      case 0 -> storageClass(random.nextBoolean() ? "local" : "made");
      case 1, 2 -> csiNode();
      case 3, 4, 5 -> persistentVolume(random.nextInt(VOLUMES));
      case 6, 7, 8 -> volumeClaim(random.nextInt(CLAIMS));
      case 9 -> deviceClass();
      case 10, 11, 12 -> devicesOfNode();
      case 13 -> devicesOfSeveralNodes();
      case 14, 15 -> capacity();
      case 16 -> attachment();
      case 17 -> csiDriver();
      default -> claimForDevices(random.nextInt(CLAIMS));
    };
  }

  private StorageClass storageClass(String name) {
    return new StorageClass(
        ObjectMeta.named("", name),
        name.equals("local") ? NOBODY : DRIVER,
        Labels.EMPTY,
        random.nextInt(6) == 0 ? "Immediate" : "WaitForFirstConsumer",
        random.nextInt(3) > 0
            ? List.of()
            : List.of(
                new StorageClass.TopologyTerm(
                    List.of(
                        new StorageClass.TopologyRequirement(
                            RandomWorkload.ZONE, List.of(zone(), zone()))))));
  }

  private CsiNode csiNode() {
    Integer most = random.nextInt(3) == 0 ? null : random.nextInt(4);
    return new CsiNode(
        ObjectMeta.named("", node()), List.of(new CsiNode.Driver(DRIVER, "", List.of(), most)));
  }

  private ClusterObject persistentVolume(int number) {
    VolumeBuilder volume =
        volume("volume-" + number)
            .size(1 + random.nextInt(3) + "Gi")
            .ofClass(random.nextBoolean() ? "local" : "made");
    if (random.nextBoolean()) {
      volume.csi(DRIVER, "handle-" + number);
    }
    switch (random.nextInt(4)) {
      case 0 -> volume.requiringNodes(nodesWith(RandomWorkload.HOST, node(), node()));
      case 1 -> volume.requiringNodes(nodesWith(RandomWorkload.ZONE, zone(), zone()));
      case 2 -> volume.label(RandomWorkload.ZONE, zone());
      default -> volume.label("free", "");
    }
    return volume.build();
  }

  private PersistentVolumeClaim volumeClaim(int number) {
    ClaimBuilder claim =
        claim("claim-" + number)
            .size(1 + random.nextInt(3) + "Gi")
            .ofClass(random.nextBoolean() ? "local" : "made");
    if (random.nextInt(4) == 0) {
      claim.accessMode("ReadWriteOncePod");
    }
    if (random.nextInt(3) == 0) {
      return claim.build();
    }
    PersistentVolumeClaim bound = claim.boundTo("volume-" + random.nextInt(VOLUMES)).build();
    return random.nextInt(6) == 0
        ? bound
        : bound.withMeta(
            bound.meta().withAnnotations(Labels.of(WellKnownKeys.BIND_COMPLETED, "yes")));
  }

  private DeviceClass deviceClass() {
    return new DeviceClass(
        ObjectMeta.named("", "large"),
        random.nextInt(3) == 0 ? List.of() : List.of(new DeviceSelector(LARGE)),
        null);
  }

  private ClusterObject devicesOfNode() {
    String node = node();
    SliceBuilder slice =
        slice("devices-of-" + node).driver("driver.example.com").pool(node, 1).on(node);
    for (int i = random.nextInt(DEVICES + 1); i > 0; i--) {
      slice.with(
          device("device-" + i)
              .attribute("driver.example.com/model", random.nextBoolean() ? "small" : "large"));
    }
    return slice.build();
  }

  /** A pool that nodes of a zone reach, or one of partitions that share what they consist of. */
  private ClusterObject devicesOfSeveralNodes() {
    if (random.nextBoolean()) {
      return slice("devices-of-a-zone")
          .driver("driver.example.com")
          .pool("of-a-zone", 1)
          .onNodes(RandomWorkload.ZONE, zone())
          .with(device("device-1").attribute("driver.example.com/model", "large"))
          .build();
    }
    String node = node();
    SliceBuilder slice = slice("parts-of-" + node).driver("driver.example.com").pool("parts", 2);
    return random.nextBoolean()
        ? slice.on(node).counter("whole", "parts", "1").build()
        : slice
            .on(node)
            .with(
                device("device-1")
                    .attribute("driver.example.com/model", "large")
                    .taking("whole", "parts", "1"))
            .with(device("device-2").taking("whole", "parts", "1"))
            .build();
  }

  private ClusterObject capacity() {
    LabelSelector topology =
        random.nextInt(4) == 0
            ? new LabelSelector(Labels.EMPTY, List.of())
            : new LabelSelector(Labels.of(RandomWorkload.ZONE, zone()), List.of());
    return new CsiStorageCapacity(
        ObjectMeta.named("default", "capacity-" + random.nextInt(2)),
        "made",
        topology,
        Quantity.parse(random.nextInt(3) + "Gi"),
        null);
  }

  private ClusterObject attachment() {
    return new VolumeAttachment(
        ObjectMeta.named("", "attachment-" + random.nextInt(4)),
        DRIVER,
        node(),
        "volume-" + random.nextInt(VOLUMES));
  }

  private ClusterObject csiDriver() {
    return new CsiDriver(ObjectMeta.named("", DRIVER), random.nextBoolean(), random.nextBoolean());
  }

  private DeviceClaimBuilder wanting(DeviceClaimBuilder claim) {
    return random.nextInt(3) == 0
        ? claim.firstOf("some", devices(2).ofClass("large"), devices(1).ofClass("large"))
        : claim.request("some", devices(1 + random.nextInt(2)).ofClass("large"));
  }

  private ClusterObject claimForDevices(int number) {
    DeviceClaimBuilder claim = wanting(deviceClaim("devices-" + number));
    if (random.nextInt(3) == 0) {
      String node = node();
      claim.holding(node, "device-" + (1 + random.nextInt(DEVICES))).usableOn(node);
    }
    return claim.build();
  }

  private static NodeSelectorTerm nodesWith(String label, String... values) {
    return new NodeSelectorTerm(
        List.of(new SelectorRequirement(label, "In", List.of(values))), List.of());
  }

  private String node() {
    return "node-" + random.nextInt(nodeNames);
  }

  private String zone() {
    return "zone-" + random.nextInt(3);
  }
}
