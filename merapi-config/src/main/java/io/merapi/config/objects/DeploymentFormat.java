package io.merapi.config.objects;

import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.workload.Deployment;
import io.merapi.api.workload.PodTemplate;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code apps/v1 Deployment}. */
final class DeploymentFormat {

  private DeploymentFormat() {}

  /** Reads the fields of a deployment; the cursor stands inside it, before its first field. */
  static Deployment read(ObjectCursor in) {
    ObjectMeta meta = MetaFormat.ABSENT;
    var spec = new Spec();
    for (String field = in.nextField(); field != null; field = in.nextField()) {
      switch (field) {
        case "metadata" -> meta = MetaFormat.read(in);
        case "spec" -> spec.read(in);
        default -> in.skip();
      }
    }
    return new Deployment(meta, spec.replicas == null ? 1 : spec.replicas, spec.template);
  }

  static Map<String, Object> write(Deployment deployment) {
    return new FieldMap()
        .map("metadata", MetaFormat.write(deployment.meta()))
        .map(
            "spec",
            new FieldMap()
                .present("replicas", deployment.replicas())
                .map("template", PodTemplateFormat.write(deployment.template()))
                .fields())
        .fields();
  }

  private static final class Spec {
    private @Nullable Integer replicas;
    private PodTemplate template = PodTemplateFormat.ABSENT;

    void read(ObjectCursor in) {
      if (!in.enterObject()) {
        return;
      }
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "replicas" -> replicas = in.int32OrNull();
          case "template" -> template = PodTemplateFormat.read(in);
          default -> in.skip();
        }
      }
    }
  }
}
