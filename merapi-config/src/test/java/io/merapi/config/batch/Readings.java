package io.merapi.config.batch;

import io.merapi.api.feature.FeatureGates;
import io.merapi.batch.configuration.BatchConfiguration;
import io.merapi.batch.tier.PluginOption;
import io.merapi.config.source.Problem;
import java.util.List;

/** Short ways to read a configuration and to say what came out. */
final class Readings {

  private Readings() {}

  static BatchReading read(String text) {
    return BatchConfigurationReader.read("test.conf", text);
  }

  /** A configuration of one plugin with arguments, each on a line of its own. */
  static BatchReading plugin(String name, String... arguments) {
    return read(pluginText(name, arguments));
  }

  /** The same under feature gates. */
  static BatchReading plugin(FeatureGates gates, String name, String... arguments) {
    return BatchConfigurationReader.read("test.conf", pluginText(name, arguments), gates);
  }

  private static String pluginText(String name, String... arguments) {
    var text = new StringBuilder("actions: allocate\ntiers:\n- plugins:\n  - name: ");
    text.append(name).append('\n');
    if (arguments.length > 0) {
      text.append("    arguments:\n");
    }
    for (String argument : arguments) {
      text.append("      ").append(argument).append('\n');
    }
    return text.toString();
  }

  static PluginOption only(BatchReading reading) {
    return accepted(reading).plugins().findFirst().orElseThrow();
  }

  static BatchConfiguration accepted(BatchReading reading) {
    return reading
        .configuration()
        .orElseThrow(() -> new AssertionError("refused: " + reading.problems()));
  }

  /** Severity, kind and path of each problem. */
  static List<String> summary(BatchReading reading) {
    return reading.problems().stream().map(Readings::line).toList();
  }

  private static String line(Problem problem) {
    return "%s %s %s".formatted(problem.severity(), problem.kind(), problem.path()).strip();
  }
}
