package io.merapi.config.objects;

import io.merapi.api.simulation.Distribution;
import io.merapi.api.simulation.Distribution.Choice;
import io.merapi.api.simulation.Distribution.Constant;
import io.merapi.api.simulation.Distribution.Exponential;
import io.merapi.api.simulation.Distribution.LogNormal;
import io.merapi.api.simulation.Distribution.Normal;
import io.merapi.api.simulation.Distribution.Uniform;
import io.merapi.api.simulation.Distribution.Weibull;
import io.merapi.config.source.Problem;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A distribution: a number or duration that is always the same, or an object whose only field names
 * the distribution, such as {@code lognormal: {median: 20m, p95: 4h}}.
 */
final class DistributionFormat {

  private static final Map<String, List<String>> PARAMETERS =
      Map.of(
          "uniform", List.of("min", "max"),
          "exponential", List.of("mean"),
          "normal", List.of("mean", "deviation"),
          "lognormal", List.of("median", "p95"),
          "weibull", List.of("scale", "shape"));

  private DistributionFormat() {}

  static Distribution read(ObjectCursor in) {
    if (!in.isObject()) {
      return new Constant(measure(in));
    }
    in.enterObject();
    String name = in.nextField();
    if (name == null) {
      throw in.malformed("must name a distribution: choice, " + names());
    }
    try {
      Distribution distribution = named(name, in);
      if (in.nextField() != null) {
        throw in.malformed("must not stand beside " + name + ": a value has one distribution");
      }
      return distribution;
    } catch (IllegalArgumentException e) {
      throw in.malformed(String.valueOf(e.getMessage()));
    }
  }

  private static Distribution named(String name, ObjectCursor in) {
    if (name.equals("choice")) {
      return choice(in);
    }
    List<String> parameters = PARAMETERS.get(name);
    if (parameters == null) {
      throw in.malformed("is no distribution; known are choice, " + names());
    }
    Map<String, Double> values = in.entries(DistributionFormat::measure);
    for (String given : values.keySet()) {
      if (!parameters.contains(given)) {
        throw in.malformed(
            "%s is no parameter; it has %s".formatted(given, String.join(" and ", parameters)));
      }
    }
    double[] numbers = new double[parameters.size()];
    for (int i = 0; i < numbers.length; i++) {
      Double value = values.get(parameters.get(i));
      if (value == null) {
        throw in.malformed("must have " + parameters.get(i));
      }
      numbers[i] = value;
    }
    return switch (name) {
      case "uniform" -> new Uniform(numbers[0], numbers[1]);
      case "exponential" -> new Exponential(numbers[0]);
      case "normal" -> new Normal(numbers[0], numbers[1]);
      case "lognormal" -> new LogNormal(numbers[0], numbers[1]);
      default -> new Weibull(numbers[0], numbers[1]);
    };
  }

  private static Choice choice(ObjectCursor in) {
    var weights = new HashMap<Double, Double>();
    if (in.enterObject()) {
      for (String value = in.nextField(); value != null; value = in.nextField()) {
        weights.put(measure(value, in), measure(in));
      }
    }
    return new Choice(weights);
  }

  /** A number, or a duration in seconds. */
  private static double measure(ObjectCursor in) {
    return measure(in.textOrNumber("a number or a duration such as 90s"), in);
  }

  /** The same from a text that stands where the cursor is. */
  private static double measure(String text, ObjectCursor at) {
    Duration duration = SimulatedDuration.parse(text);
    try {
      double value =
          duration == null ? Double.parseDouble(text) : SimulatedDuration.seconds(duration);
      if (value >= 0 && value < Double.POSITIVE_INFINITY) {
        return value;
      }
    } catch (NumberFormatException _) {
      // Told below, with the rest.
    }
    throw at.malformed(
        "(%s) must be a number from 0 on, or a duration such as 90s, 1h30m or 2d"
            .formatted(Problem.abbreviated(text)));
  }

  private static String names() {
    return String.join(", ", PARAMETERS.keySet().stream().sorted().toList());
  }

  static Object write(Distribution distribution) {
    return switch (distribution) {
      case Constant(double value) -> number(value);
      case Uniform(double min, double max) -> named("uniform", "min", min, "max", max);
      case Exponential(double mean) -> Map.of("exponential", Map.of("mean", number(mean)));
      case Normal(double mean, double deviation) ->
          named("normal", "mean", mean, "deviation", deviation);
      case LogNormal(double median, double p95) -> named("lognormal", "median", median, "p95", p95);
      case Weibull(double scale, double shape) -> named("weibull", "scale", scale, "shape", shape);
      case Choice(var weights) -> {
        var values = new LinkedHashMap<String, Object>();
        weights.forEach((value, weight) -> values.put(number(value).toString(), number(weight)));
        yield Map.of("choice", values);
      }
    };
  }

  private static Map<String, Object> named(
      String name, String first, double one, String second, double other) {
    var parameters = new LinkedHashMap<String, Object>();
    parameters.put(first, number(one));
    parameters.put(second, number(other));
    return Map.of(name, parameters);
  }

  /** Whole numbers are written as such. */
  static Number number(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15 ? (Number) (long) value : value;
  }
}
