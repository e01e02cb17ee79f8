package io.merapi.batch.configuration;

import java.util.Optional;

/**
 * What a running scheduler does about a configuration file that is missing or refused.
 *
 * <p>Upstream starts with its default configuration, replaces it by the file's if that can be used,
 * and afterwards keeps the last one that could. An empty file is one that cannot be used. With
 * {@code --disable-default-scheduler-config} it ends its process instead, at the start as well as
 * when a changed file is read again.
 *
 * @param allowed false with {@code --disable-default-scheduler-config}
 */
public record ConfigurationFallback(boolean allowed) {

  /** The configuration where no file is named; empty if the process must end. */
  public Optional<BatchConfiguration> withoutFile() {
    return allowed ? Optional.of(BatchConfiguration.byDefault()) : Optional.empty();
  }

  /**
   * The configuration after a file was read, or could not be.
   *
   * @param read what the file holds; empty if it could not be opened or was refused
   * @param previous what the scheduler ran with before; empty at its start
   * @return empty if the process must end
   */
  public Optional<BatchConfiguration> afterReading(
      Optional<BatchConfiguration> read, Optional<BatchConfiguration> previous) {
    if (read.isPresent()) {
      return read;
    }
    return allowed ? previous.or(this::withoutFile) : Optional.empty();
  }
}
