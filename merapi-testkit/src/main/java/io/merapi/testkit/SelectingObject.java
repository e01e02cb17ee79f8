package io.merapi.testkit;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.selector.SelectsPods;
import java.util.List;

/** An object of any kind of which only the label keys matter that its selector reads. */
public record SelectingObject(ObjectKind kind, ObjectMeta meta, List<String> podLabelKeys)
    implements ClusterObject, SelectsPods {

  public SelectingObject {
    podLabelKeys = List.copyOf(podLabelKeys);
  }

  public static SelectingObject of(ObjectKind kind, String name, String... labelKeys) {
    return new SelectingObject(kind, ObjectMeta.named("default", name), List.of(labelKeys));
  }
}
