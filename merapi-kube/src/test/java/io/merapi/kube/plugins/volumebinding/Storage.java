package io.merapi.kube.plugins.volumebinding;

import io.merapi.api.meta.Labels;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.meta.OwnerReference;
import io.merapi.api.meta.WellKnownKeys;
import io.merapi.api.resource.Quantity;
import io.merapi.api.resource.ResourceList;
import io.merapi.api.selector.LabelSelector;
import io.merapi.api.selector.NodeSelector;
import io.merapi.api.selector.NodeSelectorTerm;
import io.merapi.api.selector.SelectorRequirement;
import io.merapi.api.storage.ClaimSpec;
import io.merapi.api.storage.CsiDriver;
import io.merapi.api.storage.CsiNode;
import io.merapi.api.storage.CsiStorageCapacity;
import io.merapi.api.storage.PersistentVolume;
import io.merapi.api.storage.PersistentVolume.ClaimReference;
import io.merapi.api.storage.PersistentVolumeClaim;
import io.merapi.api.storage.StorageClass;
import io.merapi.api.storage.StorageClass.TopologyRequirement;
import io.merapi.api.storage.StorageClass.TopologyTerm;
import io.merapi.api.storage.VolumeSource;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes objects of storage: every part has a plain default, and each call says what is special. */
final class Storage {

  static final String WAITING_CLASS = "local";

  private Storage() {}

  static Volume volume(String name, String size) {
    return new Volume(name, size);
  }

  static Claim claim(String name, String size) {
    return new Claim(name, size);
  }

  /** A class that waits for a consumer and has only volumes that somebody made. */
  static StorageClass waitingClass() {
    return storageClass(WAITING_CLASS, "kubernetes.io/no-provisioner", "WaitForFirstConsumer");
  }

  static StorageClass storageClass(
      String name, String provisioner, @Nullable String mode, TopologyTerm... allowed) {
    return new StorageClass(
        ObjectMeta.named("", name), provisioner, Labels.EMPTY, mode, List.of(allowed));
  }

  static TopologyTerm where(String key, String... values) {
    return new TopologyTerm(List.of(new TopologyRequirement(key, List.of(values))));
  }

  static CsiDriver driver(String name, boolean storageCapacity) {
    return new CsiDriver(ObjectMeta.named("", name), storageCapacity, false);
  }

  static CsiNode csiNode(String node, String migratedPlugins) {
    ObjectMeta meta = ObjectMeta.named("", node);
    return new CsiNode(
        migratedPlugins.isEmpty()
            ? meta
            : meta.withAnnotations(Labels.of(WellKnownKeys.MIGRATED_PLUGINS, migratedPlugins)),
        List.of());
  }

  /** What can be made of a class on the nodes with a label; an empty key stands for all nodes. */
  static CsiStorageCapacity capacity(
      String name,
      String storageClass,
      String key,
      String value,
      @Nullable String capacity,
      @Nullable String maximumVolumeSize) {
    Labels labels = key.isEmpty() ? Labels.EMPTY : Labels.of(key, value);
    return new CsiStorageCapacity(
        ObjectMeta.named("csi", name),
        storageClass,
        new LabelSelector(labels, List.of()),
        capacity == null ? null : Quantity.parse(capacity),
        maximumVolumeSize == null ? null : Quantity.parse(maximumVolumeSize));
  }

  static NodeSelectorTerm nodesWith(String key, String... values) {
    return new NodeSelectorTerm(
        List.of(new SelectorRequirement(key, "In", List.of(values))), List.of());
  }

  private static ResourceList sized(String size) {
    return size.isEmpty()
        ? ResourceList.EMPTY
        : new ResourceList(Map.of("storage", Quantity.parse(size)));
  }

  /** A free volume of {@link #WAITING_CLASS}, unless it is told otherwise. */
  static final class Volume {

    private final String name;
    private final String size;
    private Labels labels = Labels.EMPTY;
    private String version = "1";
    private @Nullable Instant deleted;
    private List<String> accessModes = List.of("ReadWriteOnce");
    private @Nullable ClaimReference claim;
    private String storageClass = WAITING_CLASS;
    private @Nullable String mode;
    private @Nullable NodeSelector nodes;
    private @Nullable String attributesClass;
    private VolumeSource source = new VolumeSource.Other();
    private String phase = "Available";

    private Volume(String name, String size) {
      this.name = name;
      this.size = size;
    }

    Volume label(String key, String value) {
      labels = labels.with(key, value);
      return this;
    }

    Volume version(String value) {
      version = value;
      return this;
    }

    Volume beingDeleted() {
      deleted = Instant.EPOCH;
      return this;
    }

    Volume accessModes(String... values) {
      accessModes = List.of(values);
      return this;
    }

    Volume keptFor(String claimName, String uid) {
      claim = new ClaimReference("default", claimName, uid);
      return this;
    }

    Volume storageClass(String value) {
      storageClass = value;
      return this;
    }

    Volume mode(String value) {
      mode = value;
      return this;
    }

    Volume attributesClass(String value) {
      attributesClass = value;
      return this;
    }

    Volume source(VolumeSource value) {
      source = value;
      return this;
    }

    Volume phase(String value) {
      phase = value;
      return this;
    }

    /** Reachable from nodes with one of the values; each call is another way to reach it. */
    Volume on(String key, String... values) {
      return on(nodesWith(key, values));
    }

    Volume on(NodeSelectorTerm term) {
      NodeSelector before = nodes;
      nodes =
          new NodeSelector(
              before == null ? List.of(term) : List.of(before.terms().getFirst(), term));
      return this;
    }

    PersistentVolume build() {
      var meta =
          new ObjectMeta(
              name,
              "",
              "uid-" + name,
              version,
              null,
              deleted,
              labels,
              Labels.EMPTY,
              List.of(),
              List.of());
      return new PersistentVolume(
          meta,
          sized(size),
          accessModes,
          claim,
          storageClass,
          mode,
          nodes,
          "Retain",
          attributesClass,
          source,
          phase);
    }
  }

  /** A claim of {@link #WAITING_CLASS} without a volume, unless it is told otherwise. */
  static final class Claim {

    private final String name;
    private final String size;
    private String version = "1";
    private @Nullable Instant deleted;
    private Labels annotations = Labels.EMPTY;
    private List<OwnerReference> owners = List.of();
    private List<String> accessModes = List.of("ReadWriteOnce");
    private @Nullable String storageClass = WAITING_CLASS;
    private @Nullable LabelSelector selector;
    private String volumeName = "";
    private @Nullable String mode;
    private @Nullable String attributesClass;
    private String phase = "Pending";

    private Claim(String name, String size) {
      this.name = name;
      this.size = size;
    }

    Claim version(String value) {
      version = value;
      return this;
    }

    Claim beingDeleted() {
      deleted = Instant.EPOCH;
      return this;
    }

    Claim annotation(String key, String value) {
      annotations = annotations.with(key, value);
      return this;
    }

    Claim madeFor(String podName, String podUid) {
      owners = List.of(new OwnerReference("v1", "Pod", podName, podUid, true));
      return this;
    }

    Claim accessModes(String... values) {
      accessModes = List.of(values);
      return this;
    }

    Claim storageClass(@Nullable String value) {
      storageClass = value;
      return this;
    }

    Claim selecting(String key, String value) {
      return selecting(new LabelSelector(Labels.of(key, value), List.of()));
    }

    Claim selecting(LabelSelector value) {
      selector = value;
      return this;
    }

    Claim mode(String value) {
      mode = value;
      return this;
    }

    Claim attributesClass(String value) {
      attributesClass = value;
      return this;
    }

    /** Names its volume, without the binding being complete. */
    Claim naming(String volume) {
      volumeName = volume;
      return this;
    }

    Claim boundTo(String volume) {
      phase = "Bound";
      return naming(volume).annotation(WellKnownKeys.BIND_COMPLETED, "yes");
    }

    Claim phase(String value) {
      phase = value;
      return this;
    }

    Claim selectedNode(String node) {
      return annotation(WellKnownKeys.SELECTED_NODE, node);
    }

    PersistentVolumeClaim build() {
      var meta =
          new ObjectMeta(
              name,
              "default",
              "uid-" + name,
              version,
              null,
              deleted,
              Labels.EMPTY,
              annotations,
              owners,
              List.of());
      return new PersistentVolumeClaim(
          meta,
          new ClaimSpec(
              accessModes, sized(size), storageClass, selector, volumeName, mode, attributesClass),
          phase,
          ResourceList.EMPTY);
    }
  }
}
