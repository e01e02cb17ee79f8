package io.merapi.config.objects;

import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.resource.ResourceList;
import io.merapi.api.selector.NodeSelector;
import io.merapi.api.storage.PersistentVolume;
import io.merapi.api.storage.PersistentVolume.ClaimReference;
import io.merapi.api.storage.VolumeSource;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code v1 PersistentVolume}. */
final class PersistentVolumeFormat {

  private PersistentVolumeFormat() {}

  /** Reads the fields of a volume; the cursor stands inside the object, before its first field. */
  static PersistentVolume read(ObjectCursor in) {
    ObjectMeta meta = MetaFormat.ABSENT;
    var spec = new Spec();
    String phase = "";
    for (String field = in.nextField(); field != null; field = in.nextField()) {
      switch (field) {
        case "metadata" -> meta = MetaFormat.read(in);
        case "spec" -> spec.read(in);
        case "status" -> phase = phase(in);
        default -> in.skip();
      }
    }
    return new PersistentVolume(
        meta,
        spec.capacity,
        spec.accessModes,
        spec.claim,
        spec.storageClassName,
        spec.volumeMode,
        spec.requiredNodes,
        spec.reclaimPolicy,
        spec.volumeAttributesClassName,
        spec.source,
        phase);
  }

  static Map<String, Object> write(PersistentVolume volume) {
    var spec =
        new FieldMap()
            .texts("accessModes", volume.accessModes())
            .resources("capacity", volume.capacity())
            .present("claimRef", write(volume.claim()));
    VolumeSourceFormat.write(volume.source(), spec);
    spec.map(
            "nodeAffinity",
            new FieldMap()
                .present("required", SelectorFormat.write(volume.requiredNodes()))
                .fields())
        .text("persistentVolumeReclaimPolicy", volume.reclaimPolicy())
        .text("storageClassName", volume.storageClassName())
        .present("volumeAttributesClassName", volume.volumeAttributesClassName())
        .present("volumeMode", volume.volumeMode());
    return new FieldMap()
        .map("metadata", MetaFormat.write(volume.meta()))
        .map("spec", spec.fields())
        .map("status", new FieldMap().text("phase", volume.phase()).fields())
        .fields();
  }

  private static final class Spec {
    private ResourceList capacity = ResourceList.EMPTY;
    private List<String> accessModes = List.of();
    private @Nullable ClaimReference claim;
    private String storageClassName = "";
    private @Nullable String volumeMode;
    private @Nullable NodeSelector requiredNodes;
    private String reclaimPolicy = "";
    private @Nullable String volumeAttributesClassName;
    private VolumeSource source = new VolumeSource.Other();

    void read(ObjectCursor in) {
      if (!in.enterObject()) {
        return;
      }
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "capacity" -> capacity = in.resources();
          case "accessModes" -> accessModes = in.texts();
          case "claimRef" -> claim = claim(in);
          case "storageClassName" -> storageClassName = in.text();
          case "volumeMode" -> volumeMode = in.textOrNull();
          case "nodeAffinity" -> requiredNodes = requiredNodes(in);
          case "persistentVolumeReclaimPolicy" -> reclaimPolicy = in.text();
          case "volumeAttributesClassName" -> volumeAttributesClassName = in.textOrNull();
          default -> source = VolumeSourceFormat.read(field, in, source);
        }
      }
    }
  }

  private static @Nullable ClaimReference claim(ObjectCursor in) {
    if (!in.enterObject()) {
      return null;
    }
    String namespace = "";
    String name = "";
    String uid = "";
    for (String field = in.nextField(); field != null; field = in.nextField()) {
      switch (field) {
        case "namespace" -> namespace = in.text();
        case "name" -> name = in.text();
        case "uid" -> uid = in.text();
        default -> in.skip();
      }
    }
    return new ClaimReference(namespace, name, uid);
  }

  private static @Nullable Map<String, Object> write(@Nullable ClaimReference claim) {
    if (claim == null) {
      return null;
    }
    return new FieldMap()
        .text("name", claim.name())
        .text("namespace", claim.namespace())
        .text("uid", claim.uid())
        .fields();
  }

  private static @Nullable NodeSelector requiredNodes(ObjectCursor in) {
    NodeSelector required = null;
    if (in.enterObject()) {
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "required" -> required = SelectorFormat.readNodeSelector(in);
          default -> in.skip();
        }
      }
    }
    return required;
  }

  private static String phase(ObjectCursor in) {
    String phase = "";
    if (in.enterObject()) {
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "phase" -> phase = in.text();
          default -> in.skip();
        }
      }
    }
    return phase;
  }
}
