package io.merapi.config.objects;

import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.workload.Job;
import io.merapi.api.workload.PodTemplate;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code batch/v1 Job}. */
final class JobFormat {

  private static final int DEFAULT_BACKOFF_LIMIT = 6;

  private JobFormat() {}

  /** Reads the fields of a job; the cursor stands inside the object, before its first field. */
  static Job read(ObjectCursor in) {
    ObjectMeta meta = MetaFormat.ABSENT;
    var spec = new Spec();
    for (String field = in.nextField(); field != null; field = in.nextField()) {
      switch (field) {
        case "metadata" -> meta = MetaFormat.read(in);
        case "spec" -> spec.read(in);
        default -> in.skip();
      }
    }
    int parallelism = spec.parallelism == null ? 1 : spec.parallelism;
    return new Job(
        meta,
        spec.suspended ? 0 : parallelism,
        spec.completions == null ? parallelism : spec.completions,
        spec.backoffLimit == null ? DEFAULT_BACKOFF_LIMIT : spec.backoffLimit,
        spec.template);
  }

  static Map<String, Object> write(Job job) {
    return new FieldMap()
        .map("metadata", MetaFormat.write(job.meta()))
        .map(
            "spec",
            new FieldMap()
                .present("backoffLimit", job.backoffLimit())
                .present("completions", job.completions())
                .present("parallelism", job.parallelism())
                .map("template", PodTemplateFormat.write(job.template()))
                .fields())
        .fields();
  }

  private static final class Spec {
    private @Nullable Integer parallelism;
    private @Nullable Integer completions;
    private @Nullable Integer backoffLimit;
    private boolean suspended;
    private PodTemplate template = PodTemplateFormat.ABSENT;

    void read(ObjectCursor in) {
      if (!in.enterObject()) {
        return;
      }
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "parallelism" -> parallelism = in.int32OrNull();
          case "completions" -> completions = in.int32OrNull();
          case "backoffLimit" -> backoffLimit = in.int32OrNull();
          case "suspend" -> suspended = in.flag();
          case "template" -> template = PodTemplateFormat.read(in);
          default -> in.skip();
        }
      }
    }
  }
}
