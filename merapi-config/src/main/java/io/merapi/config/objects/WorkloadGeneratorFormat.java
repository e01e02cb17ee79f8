package io.merapi.config.objects;

import io.merapi.api.batch.VolcanoJob;
import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.pod.Pod;
import io.merapi.api.simulation.ArrivalProcess;
import io.merapi.api.simulation.Distribution;
import io.merapi.api.simulation.WorkloadGenerator;
import io.merapi.api.simulation.WorkloadGenerator.Share;
import io.merapi.api.workload.Job;
import io.merapi.kube.configuration.GoDuration;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code merapi.io/v1alpha1 WorkloadGenerator}. */
final class WorkloadGeneratorFormat {

  private WorkloadGeneratorFormat() {}

  /** Reads the fields of the object; the cursor stands inside it, before its first field. */
  static WorkloadGenerator read(ObjectCursor in) {
    ObjectMeta meta = MetaFormat.ABSENT;
    var spec = new Spec();
    for (String field = in.nextField(); field != null; field = in.nextField()) {
      switch (field) {
        case "metadata" -> meta = MetaFormat.read(in);
        case "spec" -> spec.read(in);
        default -> throw in.unknownField("metadata", "spec");
      }
    }
    if (spec.arrivals == null) {
      throw new IllegalArgumentException(
          "spec.arrivals must be given, such as poisson: {perHour: 40}");
    }
    return new WorkloadGenerator(meta, spec.from, spec.until, spec.count, spec.arrivals, spec.jobs);
  }

  static Map<String, Object> write(WorkloadGenerator generator) {
    return new FieldMap()
        .map("metadata", MetaFormat.write(generator.meta()))
        .map(
            "spec",
            new FieldMap()
                .map("arrivals", write(generator.arrivals()))
                .present("count", generator.count())
                .text("from", text(generator.from()))
                .list("jobs", generator.jobs(), WorkloadGeneratorFormat::write)
                .text("until", text(generator.until()))
                .fields())
        .fields();
  }

  private static @Nullable String text(@Nullable Duration duration) {
    return duration == null || duration.isZero() ? null : GoDuration.format(duration);
  }

  private static final class Spec {
    private Duration from = Duration.ZERO;
    private @Nullable Duration until;
    private @Nullable Long count;
    private @Nullable ArrivalProcess arrivals;
    private List<Share> jobs = List.of();

    void read(ObjectCursor in) {
      if (!in.enterObject()) {
        return;
      }
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "from" -> from = or(in.duration(), Duration.ZERO);
          case "until" -> until = in.duration();
          case "count" -> count = in.int64OrNull();
          case "arrivals" -> arrivals = arrivals(in);
          case "jobs" -> jobs = in.list(WorkloadGeneratorFormat::share);
          default -> throw in.unknownField("from", "until", "count", "arrivals", "jobs");
        }
      }
    }
  }

  private static @Nullable ArrivalProcess arrivals(ObjectCursor in) {
    if (!in.enterObject()) {
      return null;
    }
    String name = in.nextField();
    if (name == null) {
      throw in.malformed("must name a process: poisson, uniform, bursty or diurnal");
    }
    ArrivalProcess process = process(name, in);
    if (in.nextField() != null) {
      throw in.malformed("must not stand beside " + name + ": a generator has one process");
    }
    return process;
  }

  private static ArrivalProcess process(String name, ObjectCursor in) {
    var parameters = new Parameters();
    parameters.read(name, in);
    try {
      return switch (name) {
        case "poisson" -> new ArrivalProcess.Poisson(parameters.perHour);
        case "uniform" -> new ArrivalProcess.Uniform(parameters.every);
        case "bursty" ->
            new ArrivalProcess.Bursty(parameters.perHour, parameters.size, parameters.spread);
        case "diurnal" ->
            new ArrivalProcess.Diurnal(parameters.perHour, parameters.peak, parameters.swing);
        default ->
            throw in.malformed("is no process; known are poisson, uniform, bursty and diurnal");
      };
    } catch (IllegalArgumentException e) {
      throw in.malformed(String.valueOf(e.getMessage()));
    }
  }

  /** Of all processes; each takes its own. */
  private static final class Parameters {
    private double perHour;
    private Duration every = Duration.ZERO;
    private Distribution size = new Distribution.Constant(10);
    private Duration spread = Duration.ZERO;
    private Duration peak = Duration.ofHours(14);
    private double swing = 0.8;

    void read(String process, ObjectCursor in) {
      if (!in.enterObject()) {
        return;
      }
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (process + "." + field) {
          case "poisson.perHour", "bursty.perHour", "diurnal.perHour" -> perHour = in.number();
          case "uniform.every" -> every = or(in.duration(), Duration.ZERO);
          case "bursty.size" -> size = DistributionFormat.read(in);
          case "bursty.spread" -> spread = or(in.duration(), Duration.ZERO);
          case "diurnal.peak" -> peak = or(in.duration(), peak);
          case "diurnal.swing" -> swing = in.number();
          default -> throw in.malformed("is not known of the process " + process);
        }
      }
    }
  }

  private static Share share(ObjectCursor in) {
    double share = 1;
    Distribution pods = null;
    Distribution runTime = null;
    ClusterObject template = null;
    if (in.enterObject()) {
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "share" -> share = in.number();
          case "pods" -> pods = DistributionFormat.read(in);
          case "runTime" -> runTime = DistributionFormat.read(in);
          case "template" -> template = template(in);
          default -> throw in.unknownField("share", "pods", "runTime", "template");
        }
      }
    }
    if (template == null) {
      throw in.malformed("must have a template: a Pod, a Job or a Volcano Job");
    }
    return new Share(share, pods, runTime, template);
  }

  private static ClusterObject template(ObjectCursor in) {
    ClusterObject template = in.object();
    return switch (template) {
      case Pod _, Job _, VolcanoJob _ -> template;
      default ->
          throw in.malformed(
              "(%s) must be a Pod, a Job or a Volcano Job".formatted(template.kind().kindName()));
    };
  }

  private static Map<String, Object> write(ArrivalProcess process) {
    return switch (process) {
      case ArrivalProcess.Poisson(double perHour) ->
          Map.of("poisson", Map.of("perHour", DistributionFormat.number(perHour)));
      case ArrivalProcess.Uniform(Duration every) ->
          Map.of("uniform", Map.of("every", GoDuration.format(every)));
      case ArrivalProcess.Bursty(double perHour, Distribution size, Duration spread) ->
          Map.of(
              "bursty",
              new FieldMap()
                  .present("perHour", DistributionFormat.number(perHour))
                  .present("size", DistributionFormat.write(size))
                  .text("spread", text(spread))
                  .fields());
      case ArrivalProcess.Diurnal(double perHour, Duration peak, double swing) ->
          Map.of(
              "diurnal",
              new FieldMap()
                  .present("peak", GoDuration.format(peak))
                  .present("perHour", DistributionFormat.number(perHour))
                  .present("swing", DistributionFormat.number(swing))
                  .fields());
    };
  }

  private static Object write(Share share) {
    var template = new LinkedHashMap<String, Object>();
    template.put("apiVersion", share.template().kind().apiVersion());
    template.put("kind", share.template().kind().kindName());
    template.putAll(ObjectFormats.write(share.template()));
    return new FieldMap()
        .present("pods", share.pods() == null ? null : DistributionFormat.write(share.pods()))
        .present(
            "runTime", share.runTime() == null ? null : DistributionFormat.write(share.runTime()))
        .present("share", DistributionFormat.number(share.share()))
        .map("template", template)
        .fields();
  }

  private static Duration or(@Nullable Duration given, Duration otherwise) {
    return given == null ? otherwise : given;
  }
}
