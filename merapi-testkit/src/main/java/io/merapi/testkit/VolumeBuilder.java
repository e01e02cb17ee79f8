package io.merapi.testkit;

import io.merapi.api.meta.Labels;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.resource.Quantity;
import io.merapi.api.resource.ResourceList;
import io.merapi.api.selector.NodeSelector;
import io.merapi.api.selector.NodeSelectorTerm;
import io.merapi.api.storage.PersistentVolume;
import io.merapi.api.storage.VolumeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Makes volumes: every part has a plain default, and each call says what is special. */
public final class VolumeBuilder {

  private final String name;
  private VolumeSource source = new VolumeSource.Other();
  private final Map<String, String> labels = new TreeMap<>();
  private final List<NodeSelectorTerm> requiredNodes = new ArrayList<>();

  private String storageClass = "";
  private ResourceList capacity = ResourceList.EMPTY;

  private VolumeBuilder(String name) {
    this.name = name;
  }

  public static VolumeBuilder volume(String name) {
    return new VolumeBuilder(name);
  }

  public VolumeBuilder label(String key, String value) {
    labels.put(key, value);
    return this;
  }

  public VolumeBuilder source(VolumeSource value) {
    source = value;
    return this;
  }

  public VolumeBuilder size(String quantity) {
    capacity = new ResourceList(Map.of("storage", Quantity.parse(quantity)));
    return this;
  }

  public VolumeBuilder ofClass(String value) {
    storageClass = value;
    return this;
  }

  /** A volume of a CSI driver. */
  public VolumeBuilder csi(String driver, String handle) {
    return source(new VolumeSource.Csi(driver, handle));
  }

  /** Can be reached from nodes that this term, or another one given, matches. */
  public VolumeBuilder requiringNodes(NodeSelectorTerm term) {
    requiredNodes.add(term);
    return this;
  }

  public PersistentVolume build() {
    return new PersistentVolume(
        ObjectMeta.named("", name).withLabels(Labels.of(labels)),
        capacity,
        List.of("ReadWriteOnce"),
        null,
        storageClass,
        null,
        requiredNodes.isEmpty() ? null : new NodeSelector(requiredNodes),
        "",
        null,
        source,
        "Available");
  }
}
