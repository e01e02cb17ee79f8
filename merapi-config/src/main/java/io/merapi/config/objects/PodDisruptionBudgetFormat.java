package io.merapi.config.objects;

import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.selector.LabelSelector;
import io.merapi.api.workload.IntOrString;
import io.merapi.api.workload.PodDisruptionBudget;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code policy/v1 PodDisruptionBudget}. */
final class PodDisruptionBudgetFormat {

  private PodDisruptionBudgetFormat() {}

  /** Reads the fields of a budget; the cursor stands inside the object, before its first field. */
  static PodDisruptionBudget read(ObjectCursor in) {
    ObjectMeta meta = MetaFormat.ABSENT;
    var spec = new Spec();
    var status = new Status();
    for (String field = in.nextField(); field != null; field = in.nextField()) {
      switch (field) {
        case "metadata" -> meta = MetaFormat.read(in);
        case "spec" -> spec.read(in);
        case "status" -> status.read(in);
        default -> in.skip();
      }
    }
    return new PodDisruptionBudget(
        meta,
        spec.selector,
        spec.minAvailable,
        spec.maxUnavailable,
        status.disruptionsAllowed,
        status.disruptedPods);
  }

  static Map<String, Object> write(PodDisruptionBudget budget) {
    return new FieldMap()
        .map("metadata", MetaFormat.write(budget.meta()))
        .map(
            "spec",
            new FieldMap()
                .present("maxUnavailable", write(budget.maxUnavailable()))
                .present("minAvailable", write(budget.minAvailable()))
                .present("selector", SelectorFormat.write(budget.selector()))
                .fields())
        .map(
            "status",
            new FieldMap()
                .entries("disruptedPods", budget.disruptedPods(), Instant::toString)
                .number("disruptionsAllowed", budget.disruptionsAllowed())
                .fields())
        .fields();
  }

  private static final class Spec {
    private @Nullable LabelSelector selector;
    private @Nullable IntOrString minAvailable;
    private @Nullable IntOrString maxUnavailable;

    void read(ObjectCursor in) {
      if (!in.enterObject()) {
        return;
      }
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "selector" -> selector = SelectorFormat.readLabelSelector(in);
          case "minAvailable" -> minAvailable = intOrString(in);
          case "maxUnavailable" -> maxUnavailable = intOrString(in);
          default -> in.skip();
        }
      }
    }
  }

  private static final class Status {
    private int disruptionsAllowed;
    private Map<String, Instant> disruptedPods = Map.of();

    void read(ObjectCursor in) {
      if (!in.enterObject()) {
        return;
      }
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "disruptionsAllowed" -> disruptionsAllowed = in.int32();
          case "disruptedPods" -> disruptedPods = in.entries(PodDisruptionBudgetFormat::time);
          default -> in.skip();
        }
      }
    }
  }

  /** That a pod is listed is what counts; a missing time is then one long ago. */
  private static Instant time(ObjectCursor in) {
    Instant time = in.time();
    return time == null ? Instant.EPOCH : time;
  }

  private static @Nullable IntOrString intOrString(ObjectCursor in) {
    if (in.isNumber()) {
      return new IntOrString.Int(in.int32());
    }
    String text = in.textOrNull();
    return text == null ? null : new IntOrString.Text(text);
  }

  private static @Nullable Object write(@Nullable IntOrString value) {
    return switch (value) {
      case null -> null;
      case IntOrString.Int(int number) -> number;
      case IntOrString.Text(String text) -> text;
    };
  }
}
