package io.merapi.config.objects;

import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.storage.VolumeAttachment;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code storage.k8s.io/v1 VolumeAttachment}. */
final class VolumeAttachmentFormat {

  private VolumeAttachmentFormat() {}

  /** Reads the fields of the object; the cursor stands inside it, before its first field. */
  static VolumeAttachment read(ObjectCursor in) {
    ObjectMeta meta = MetaFormat.ABSENT;
    var spec = new Spec();
    for (String field = in.nextField(); field != null; field = in.nextField()) {
      switch (field) {
        case "metadata" -> meta = MetaFormat.read(in);
        case "spec" -> spec.read(in);
        default -> in.skip();
      }
    }
    return new VolumeAttachment(meta, spec.attacher, spec.nodeName, spec.persistentVolumeName);
  }

  static Map<String, Object> write(VolumeAttachment attachment) {
    return new FieldMap()
        .map("metadata", MetaFormat.write(attachment.meta()))
        .map(
            "spec",
            new FieldMap()
                .text("attacher", attachment.attacher())
                .text("nodeName", attachment.nodeName())
                .map(
                    "source",
                    new FieldMap()
                        .present("persistentVolumeName", attachment.persistentVolumeName())
                        .fields())
                .fields())
        .fields();
  }

  private static final class Spec {
    private String attacher = "";
    private String nodeName = "";
    private @Nullable String persistentVolumeName;

    void read(ObjectCursor in) {
      if (!in.enterObject()) {
        return;
      }
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "attacher" -> attacher = in.text();
          case "nodeName" -> nodeName = in.text();
          case "source" -> persistentVolumeName = volumeName(in);
          default -> in.skip();
        }
      }
    }
  }

  private static @Nullable String volumeName(ObjectCursor in) {
    String name = null;
    if (in.enterObject()) {
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "persistentVolumeName" -> name = in.textOrNull();
          default -> in.skip();
        }
      }
    }
    return name;
  }
}
