package io.merapi.config.objects;

import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.resource.Quantity;
import io.merapi.api.selector.LabelSelector;
import io.merapi.api.storage.CsiStorageCapacity;
import java.util.Map;

/** {@code storage.k8s.io/v1 CSIStorageCapacity}. */
final class CsiStorageCapacityFormat {

  private CsiStorageCapacityFormat() {}

  /** Reads the fields of the object; the cursor stands inside it, before its first field. */
  static CsiStorageCapacity read(ObjectCursor in) {
    ObjectMeta meta = MetaFormat.ABSENT;
    String storageClassName = "";
    LabelSelector nodeTopology = null;
    Quantity capacity = null;
    Quantity maximumVolumeSize = null;
    for (String field = in.nextField(); field != null; field = in.nextField()) {
      switch (field) {
        case "metadata" -> meta = MetaFormat.read(in);
        case "storageClassName" -> storageClassName = in.text();
        case "nodeTopology" -> nodeTopology = SelectorFormat.readLabelSelector(in);
        case "capacity" -> capacity = in.quantity();
        case "maximumVolumeSize" -> maximumVolumeSize = in.quantity();
        default -> in.skip();
      }
    }
    return new CsiStorageCapacity(
        meta, storageClassName, nodeTopology, capacity, maximumVolumeSize);
  }

  static Map<String, Object> write(CsiStorageCapacity capacity) {
    return new FieldMap()
        .quantity("capacity", capacity.capacity())
        .quantity("maximumVolumeSize", capacity.maximumVolumeSize())
        .map("metadata", MetaFormat.write(capacity.meta()))
        .present("nodeTopology", SelectorFormat.write(capacity.nodeTopology()))
        .text("storageClassName", capacity.storageClassName())
        .fields();
  }
}
