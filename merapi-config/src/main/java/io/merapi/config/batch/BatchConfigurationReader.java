package io.merapi.config.batch;

import io.merapi.api.feature.FeatureGates;
import io.merapi.api.plugin.ProblemKind;
import io.merapi.batch.configuration.BatchConfiguration;
import io.merapi.batch.plugins.BatchPlugins;
import io.merapi.config.source.EmbeddedText;
import io.merapi.config.source.Location;
import io.merapi.config.source.MalformedTextException;
import io.merapi.config.source.Problem;
import io.merapi.config.source.Problem.Severity;
import io.merapi.config.source.Problems;
import io.merapi.config.source.ScalarType;
import io.merapi.config.source.SourceDocuments;
import io.merapi.config.source.SourceNode;
import io.merapi.config.source.SourceNode.Entry;
import io.merapi.config.source.SourceNode.Mapping;
import io.merapi.config.source.SourceNode.Scalar;
import io.merapi.config.source.SourceParser;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads {@code volcano-scheduler.conf}, plain or inside a ConfigMap. */
public final class BatchConfigurationReader {

  private static final String FILE = "volcano-scheduler.conf";
  private static final String SUFFIX = "scheduler.conf";

  private BatchConfigurationReader() {}

  /** Reads a configuration for a scheduler that has all feature gates at their defaults. */
  public static BatchReading read(String file, String text) {
    return read(file, text, FeatureGates.DEFAULTS);
  }

  /** Reads a configuration that may name in-tree plugins. */
  public static BatchReading read(String file, String text, FeatureGates gates) {
    return read(file, text, gates, BatchPlugins.IN_TREE);
  }

  /**
   * Reads a configuration; whatever is wrong with it is in the result.
   *
   * @param file the name to report problems under
   * @param gates some arguments are read only if a feature is on
   * @param plugins those that it may name
   */
  public static BatchReading read(
      String file, String text, FeatureGates gates, BatchPlugins plugins) {
    var problems = new Problems();
    Optional<BatchConfiguration> configuration = Optional.empty();
    try {
      SourceNode document = document(file, text, problems);
      var candidate = new ConfigurationTree(problems, plugins, gates).read(document);
      if (!problems.any(Severity.REFUSED)) {
        configuration = Optional.of(candidate);
      }
    } catch (MalformedTextException e) {
      problems.add(Severity.REFUSED, ProblemKind.MALFORMED, e.where(), "", e.getMessage());
    }
    return new BatchReading(configuration, problems.all());
  }

  private static SourceNode document(String file, String text, Problems problems) {
    SourceDocuments documents = SourceParser.parse(file, text);
    List<Mapping> maps = EmbeddedText.configMaps(documents);
    if (!maps.isEmpty()) {
      Scalar value = embedded(maps);
      documents = SourceParser.parse(file, value.text(), new EmbeddedText(text).places(value));
    }
    Problem unread = documents.unread();
    if (unread != null) {
      problems.add(unread);
    }
    SourceNode first = documents.first();
    return first == null ? new Scalar(Location.of(file), "", ScalarType.NULL) : first;
  }

  private static Scalar embedded(List<Mapping> maps) {
    return maps.stream()
        .map(map -> configuration(EmbeddedText.entries(map)))
        .filter(Objects::nonNull)
        .findFirst()
        .orElseThrow(() ->
            new MalformedTextException(
                maps.getFirst().where(),
                "is a ConfigMap whose data holds no (%s)".formatted(FILE)));
  }

  /** The entry of the right name, or of one like it, or the only one there is. */
  private static @Nullable Scalar configuration(List<Entry> data) {
    Scalar like = null;
    for (Entry entry : data) {
      if (entry.value() instanceof Scalar scalar) {
        if (entry.key().equals(FILE)) {
          return scalar;
        }
        boolean taken = entry.key().endsWith(SUFFIX) || data.size() == 1;
        like = like == null && taken ? scalar : like;
      }
    }
    return like;
  }
}
