package io.merapi.config.objects;

import io.merapi.api.meta.Labels;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.pod.PodSpec;
import io.merapi.api.workload.PodTemplate;
import java.util.Map;

/** {@code template}, as everything has it that makes pods. */
final class PodTemplateFormat {

  /** What is made of a template that is not there. */
  static final PodTemplate ABSENT =
      new PodTemplate(Labels.EMPTY, Labels.EMPTY, new PodSpecFormat().spec());

  private PodTemplateFormat() {}

  static PodTemplate read(ObjectCursor in) {
    if (!in.enterObject()) {
      return ABSENT;
    }
    ObjectMeta meta = MetaFormat.ABSENT;
    var spec = new PodSpecFormat();
    for (String field = in.nextField(); field != null; field = in.nextField()) {
      switch (field) {
        case "metadata" -> meta = MetaFormat.read(in);
        case "spec" -> spec.read(in);
        default -> in.skip();
      }
    }
    return new PodTemplate(meta.labels(), meta.annotations(), in.sharedSpec(spec.spec()));
  }

  static Map<String, Object> write(Labels labels, Labels annotations, PodSpec spec) {
    return new FieldMap()
        .map(
            "metadata",
            new FieldMap().labels("annotations", annotations).labels("labels", labels).fields())
        .map("spec", PodSpecFormat.write(spec, ""))
        .fields();
  }

  static Map<String, Object> write(PodTemplate template) {
    return write(template.labels(), template.annotations(), template.spec());
  }
}
