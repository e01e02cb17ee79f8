package io.merapi.config.objects;

import io.merapi.api.meta.Labels;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.storage.StorageClass;
import io.merapi.api.storage.StorageClass.TopologyRequirement;
import io.merapi.api.storage.StorageClass.TopologyTerm;
import java.util.List;
import java.util.Map;

/** {@code storage.k8s.io/v1 StorageClass}. */
final class StorageClassFormat {

  private StorageClassFormat() {}

  /** Reads the fields of a class; the cursor stands inside the object, before its first field. */
  static StorageClass read(ObjectCursor in) {
    ObjectMeta meta = MetaFormat.ABSENT;
    String provisioner = "";
    Labels parameters = Labels.EMPTY;
    String volumeBindingMode = null;
    List<TopologyTerm> allowedTopologies = List.of();
    for (String field = in.nextField(); field != null; field = in.nextField()) {
      switch (field) {
        case "metadata" -> meta = MetaFormat.read(in);
        case "provisioner" -> provisioner = in.text();
        case "parameters" -> parameters = in.labels();
        case "volumeBindingMode" -> volumeBindingMode = in.textOrNull();
        case "allowedTopologies" -> allowedTopologies = in.list(StorageClassFormat::term);
        default -> in.skip();
      }
    }
    return new StorageClass(meta, provisioner, parameters, volumeBindingMode, allowedTopologies);
  }

  static Map<String, Object> write(StorageClass storageClass) {
    return new FieldMap()
        .list("allowedTopologies", storageClass.allowedTopologies(), StorageClassFormat::write)
        .map("metadata", MetaFormat.write(storageClass.meta()))
        .labels("parameters", storageClass.parameters())
        .text("provisioner", storageClass.provisioner())
        .present("volumeBindingMode", storageClass.volumeBindingMode())
        .fields();
  }

  private static TopologyTerm term(ObjectCursor in) {
    List<TopologyRequirement> requirements = List.of();
    if (in.enterObject()) {
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "matchLabelExpressions" -> requirements = in.list(StorageClassFormat::requirement);
          default -> in.skip();
        }
      }
    }
    return new TopologyTerm(requirements);
  }

  private static Map<String, Object> write(TopologyTerm term) {
    return new FieldMap()
        .list("matchLabelExpressions", term.requirements(), StorageClassFormat::write)
        .fields();
  }

  private static TopologyRequirement requirement(ObjectCursor in) {
    String key = "";
    List<String> values = List.of();
    if (in.enterObject()) {
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "key" -> key = in.text();
          case "values" -> values = in.texts();
          default -> in.skip();
        }
      }
    }
    return new TopologyRequirement(key, values);
  }

  private static Map<String, Object> write(TopologyRequirement requirement) {
    return new FieldMap()
        .text("key", requirement.key())
        .texts("values", requirement.values())
        .fields();
  }
}
