package io.merapi.config.batch;

import io.merapi.api.plugin.ProblemKind;
import io.merapi.batch.configuration.BatchConfiguration;
import io.merapi.config.source.Location;
import io.merapi.config.source.MalformedTextException;
import io.merapi.config.source.Problem.Severity;
import io.merapi.config.source.Problems;
import io.merapi.config.source.ScalarType;
import io.merapi.config.source.SourceNode;
import io.merapi.config.source.SourceNode.Scalar;
import io.merapi.config.source.SourceParser;
import java.util.List;
import java.util.Optional;

/** Reads {@code volcano-scheduler.conf}, plain or inside a ConfigMap. */
public final class BatchConfigurationReader {

  private BatchConfigurationReader() {}

  /**
   * Reads a configuration; whatever is wrong with it is in the result.
   *
   * @param file the name to report problems under
   */
  public static BatchReading read(String file, String text) {
    var problems = new Problems();
    Optional<BatchConfiguration> configuration = Optional.empty();
    try {
      SourceNode document = document(file, text, problems);
      var candidate = new ConfigurationTree(problems).read(document);
      if (!problems.any(Severity.REFUSED)) {
        configuration = Optional.of(candidate);
      }
    } catch (MalformedTextException e) {
      problems.add(Severity.REFUSED, ProblemKind.MALFORMED, e.where(), "", message(e));
    }
    return new BatchReading(configuration, problems.all());
  }

  private static SourceNode document(String file, String text, Problems problems) {
    List<SourceNode> documents = SourceParser.parse(file, text);
    Optional<EmbeddedText> embedded = EmbeddedText.find(text, documents);
    if (embedded.isPresent()) {
      return first(file, embedded.get().parse(file), problems);
    }
    return first(file, documents, problems);
  }

  private static SourceNode first(String file, List<SourceNode> documents, Problems problems) {
    if (documents.isEmpty()) {
      return new Scalar(Location.of(file), "", ScalarType.NULL);
    }
    if (documents.size() > 1) {
      problems.add(
          Severity.FALLBACK,
          ProblemKind.POINTLESS,
          documents.get(1).where(),
          "",
          "stands in a second document, and only the first one is read");
    }
    return documents.getFirst();
  }

  private static String message(MalformedTextException e) {
    return e.getMessage() == null ? "cannot be read" : e.getMessage();
  }
}
