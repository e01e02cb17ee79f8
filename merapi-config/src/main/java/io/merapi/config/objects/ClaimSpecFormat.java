package io.merapi.config.objects;

import io.merapi.api.meta.Labels;
import io.merapi.api.resource.ResourceList;
import io.merapi.api.selector.LabelSelector;
import io.merapi.api.storage.ClaimSpec;
import io.merapi.api.storage.ClaimTemplate;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The spec of a claim for a volume, in a {@code PersistentVolumeClaim} or in a pod's template. */
final class ClaimSpecFormat {

  static final ClaimSpec ABSENT =
      new ClaimSpec(List.of(), ResourceList.EMPTY, null, null, "", null, null);

  private ClaimSpecFormat() {}

  static ClaimSpec read(ObjectCursor in) {
    if (!in.enterObject()) {
      return ABSENT;
    }
    List<String> accessModes = List.of();
    ResourceList requests = ResourceList.EMPTY;
    @Nullable String storageClassName = null;
    @Nullable LabelSelector selector = null;
    String volumeName = "";
    @Nullable String volumeMode = null;
    @Nullable String volumeAttributesClassName = null;
    for (String field = in.nextField(); field != null; field = in.nextField()) {
      switch (field) {
        case "accessModes" -> accessModes = in.texts();
        case "resources" -> requests = ResourcesFormat.readRequests(in);
        case "storageClassName" -> storageClassName = in.textOrNull();
        case "selector" -> selector = SelectorFormat.readLabelSelector(in);
        case "volumeName" -> volumeName = in.text();
        case "volumeMode" -> volumeMode = in.textOrNull();
        case "volumeAttributesClassName" -> volumeAttributesClassName = in.textOrNull();
        default -> in.skip();
      }
    }
    return new ClaimSpec(
        accessModes,
        requests,
        storageClassName,
        selector,
        volumeName,
        volumeMode,
        volumeAttributesClassName);
  }

  static Map<String, Object> write(ClaimSpec spec) {
    return new FieldMap()
        .texts("accessModes", spec.accessModes())
        .map("resources", new FieldMap().resources("requests", spec.requests()).fields())
        .present("selector", SelectorFormat.write(spec.selector()))
        .present("storageClassName", spec.storageClassName())
        .present("volumeAttributesClassName", spec.volumeAttributesClassName())
        .present("volumeMode", spec.volumeMode())
        .text("volumeName", spec.volumeName())
        .fields();
  }

  static ClaimTemplate readTemplate(ObjectCursor in) {
    Labels labels = Labels.EMPTY;
    Labels annotations = Labels.EMPTY;
    ClaimSpec spec = ABSENT;
    if (in.enterObject()) {
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "metadata" -> {
            var meta = MetaFormat.read(in);
            labels = meta.labels();
            annotations = meta.annotations();
          }
          case "spec" -> spec = read(in);
          default -> in.skip();
        }
      }
    }
    return new ClaimTemplate(labels, annotations, spec);
  }

  static Map<String, Object> write(ClaimTemplate template) {
    return new FieldMap()
        .map(
            "metadata",
            new FieldMap()
                .labels("annotations", template.annotations())
                .labels("labels", template.labels())
                .fields())
        .map("spec", write(template.spec()))
        .fields();
  }
}
