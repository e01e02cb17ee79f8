package io.merapi.testkit;

import io.merapi.api.meta.Labels;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.meta.OwnerReference;
import io.merapi.api.resource.Quantity;
import io.merapi.api.resource.ResourceList;
import io.merapi.api.storage.ClaimSpec;
import io.merapi.api.storage.PersistentVolumeClaim;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes claims for volumes: every part has a plain default, and each call says what is special. */
public final class ClaimBuilder {

  private final String name;
  private String namespace = "default";
  private String accessMode = "ReadWriteOnce";
  private @Nullable String storageClass;
  private String volume = "";
  private ResourceList requests = ResourceList.EMPTY;
  private final List<OwnerReference> owners = new ArrayList<>();

  private ClaimBuilder(String name) {
    this.name = name;
  }

  public static ClaimBuilder claim(String name) {
    return new ClaimBuilder(name);
  }

  public ClaimBuilder namespace(String value) {
    namespace = value;
    return this;
  }

  public ClaimBuilder accessMode(String value) {
    accessMode = value;
    return this;
  }

  public ClaimBuilder size(String quantity) {
    requests = new ResourceList(Map.of("storage", Quantity.parse(quantity)));
    return this;
  }

  public ClaimBuilder ofClass(String storageClassName) {
    storageClass = storageClassName;
    return this;
  }

  /** Has, or wants, this volume. */
  public ClaimBuilder boundTo(String volumeName) {
    volume = volumeName;
    return this;
  }

  /** Was made for an ephemeral volume of a pod. */
  public ClaimBuilder madeFor(String podName, String podUid) {
    owners.add(new OwnerReference("v1", "Pod", podName, podUid, true));
    return this;
  }

  public PersistentVolumeClaim build() {
    var meta =
        new ObjectMeta(
            name, namespace, "", "", null, null, Labels.EMPTY, Labels.EMPTY, owners, List.of());
    var spec = new ClaimSpec(List.of(accessMode), requests, storageClass, null, volume, null, null);
    return new PersistentVolumeClaim(meta, spec, "", ResourceList.EMPTY);
  }
}
