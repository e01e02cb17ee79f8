package io.merapi.config.objects;

import io.merapi.api.meta.Labels;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.meta.OwnerReference;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** {@code metadata}, as every object has it. */
final class MetaFormat {

  static final ObjectMeta ABSENT = ObjectMeta.named("", "");

  /** A copy of the whole object that kubectl leaves behind; scheduling never reads it. */
  private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

  private MetaFormat() {}

  static ObjectMeta read(ObjectCursor in) {
    if (!in.enterObject()) {
      return ABSENT;
    }
    String name = "";
    String namespace = "";
    String uid = "";
    String resourceVersion = "";
    Instant creationTimestamp = null;
    Instant deletionTimestamp = null;
    Labels labels = Labels.EMPTY;
    Labels annotations = Labels.EMPTY;
    List<OwnerReference> owners = List.of();
    List<String> finalizers = List.of();
    for (String field = in.nextField(); field != null; field = in.nextField()) {
      switch (field) {
        case "name" -> name = in.text();
        case "namespace" -> namespace = in.sharedText();
        case "uid" -> uid = in.text();
        case "resourceVersion" -> resourceVersion = in.text();
        case "creationTimestamp" -> creationTimestamp = in.time();
        case "deletionTimestamp" -> deletionTimestamp = in.time();
        case "labels" -> labels = in.labels();
        case "annotations" -> annotations = annotations(in);
        case "ownerReferences" -> owners = in.list(MetaFormat::owner);
        case "finalizers" -> finalizers = in.texts();
        default -> in.skip();
      }
    }
    return new ObjectMeta(
        name,
        namespace.isEmpty() ? in.defaultNamespace() : namespace,
        uid,
        resourceVersion,
        creationTimestamp,
        deletionTimestamp,
        labels,
        annotations,
        owners,
        finalizers);
  }

  static Map<String, Object> write(ObjectMeta meta) {
    return new FieldMap()
        .labels("annotations", meta.annotations())
        .time("creationTimestamp", meta.creationTimestamp())
        .time("deletionTimestamp", meta.deletionTimestamp())
        .texts("finalizers", meta.finalizers())
        .labels("labels", meta.labels())
        .text("name", meta.name())
        .text("namespace", meta.namespace())
        .list("ownerReferences", meta.owners(), MetaFormat::write)
        .text("resourceVersion", meta.resourceVersion())
        .text("uid", meta.uid())
        .fields();
  }

  private static Labels annotations(ObjectCursor in) {
    Labels all = in.annotations();
    if (!all.has(LAST_APPLIED)) {
      return all;
    }
    Map<String, String> kept = all.toMap();
    kept.remove(LAST_APPLIED);
    return Labels.of(kept);
  }

  private static OwnerReference owner(ObjectCursor in) {
    String apiVersion = "";
    String kind = "";
    String name = "";
    String uid = "";
    boolean controller = false;
    if (in.enterObject()) {
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "apiVersion" -> apiVersion = in.sharedText();
          case "kind" -> kind = in.sharedText();
          case "name" -> name = in.sharedText();
          case "uid" -> uid = in.sharedText();
          case "controller" -> controller = in.flag();
          default -> in.skip();
        }
      }
    }
    return in.shared(new OwnerReference(apiVersion, kind, name, uid, controller));
  }

  private static Map<String, Object> write(OwnerReference owner) {
    return new FieldMap()
        .text("apiVersion", owner.apiVersion())
        .flag("controller", owner.controller())
        .text("kind", owner.kind())
        .text("name", owner.name())
        .text("uid", owner.uid())
        .fields();
  }
}
