package io.merapi.cluster.metrics;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Metrics as a scrape shows them, taken apart. */
final class Exposition {

  private static final Pattern SAMPLE =
      Pattern.compile("([a-z_A-Z0-9]+)(?:\\{(.*)\\})? ([-+.0-9eEINaf]+)");
  private static final Pattern LABEL = Pattern.compile("([a-zA-Z_]+)=\"([^\"]*)\"");

  private final Map<String, String> types = new TreeMap<>();
  private final Map<String, Double> samples = new LinkedHashMap<>();

  private Exposition() {}

  static Exposition of(Metrics metrics) throws IOException {
    var read = new Exposition();
    for (String line : metrics.text(null).text().lines().toList()) {
      if (line.startsWith("# TYPE ")) {
        String[] words = line.split(" ", -1);
        read.types.put(words[2], words[3]);
      } else if (!line.startsWith("#") && !line.isEmpty()) {
        Matcher sample = SAMPLE.matcher(line);
        if (!sample.matches()) {
          throw new IllegalArgumentException("not a sample: " + line);
        }
        String labels = sample.group(2) == null ? "" : sample.group(2);
        read.samples.put(sample.group(1) + "{" + labels + "}", Double.valueOf(sample.group(3)));
      }
    }
    return read;
  }

  /** {@code counter}, {@code gauge} or {@code histogram}; null where there is no such metric. */
  @Nullable String type(String name) {
    return types.get(name);
  }

  Set<String> names() {
    return types.keySet();
  }

  /** The value of a sample, by its name and its labels as they are written. */
  @Nullable Double value(String sample) {
    return samples.get(sample);
  }

  /** The names of the labels of a metric, in order, but for that of buckets. */
  Set<String> labels(String name) {
    var labels = new LinkedHashSet<String>();
    for (String sample : samples.keySet()) {
      if (sample.startsWith(name + "{") || sample.startsWith(name + "_count{")) {
        Matcher label = LABEL.matcher(sample);
        while (label.find()) {
          labels.add(label.group(1));
        }
      }
    }
    return labels;
  }

  /** The bounds of the buckets of one series of a metric, without the last, which has none. */
  List<Double> buckets(String name) {
    var bounds = new LinkedHashSet<Double>();
    for (String sample : samples.keySet()) {
      if (sample.startsWith(name + "_bucket{")) {
        Matcher bound = Pattern.compile("(?<![a-z])le=\"([^\"]*)\"").matcher(sample);
        if (bound.find() && !bound.group(1).equals("+Inf")) {
          bounds.add(Double.valueOf(bound.group(1)));
        }
      }
    }
    return new ArrayList<>(bounds);
  }
}
