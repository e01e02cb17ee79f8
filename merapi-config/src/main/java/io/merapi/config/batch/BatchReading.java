package io.merapi.config.batch;

import io.merapi.batch.configuration.BatchConfiguration;
import io.merapi.config.source.Problem;
import java.util.List;
import java.util.Optional;

/**
 * What came out of reading a configuration file.
 *
 * @param configuration empty if upstream refuses the file
 * @param problems all findings, in the order in which they were made
 */
public record BatchReading(Optional<BatchConfiguration> configuration, List<Problem> problems) {

  public BatchReading {
    problems = List.copyOf(problems);
  }
}
