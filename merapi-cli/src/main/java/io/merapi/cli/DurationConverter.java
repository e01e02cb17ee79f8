package io.merapi.cli;

import io.merapi.kube.configuration.GoDuration;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a duration as Go writes it. */
final class DurationConverter implements ITypeConverter<Duration> {

  @Override
  public Duration convert(String text) {
    Duration duration = GoDuration.parse(text);
    if (duration == null || duration.isNegative()) {
      throw new TypeConversionException(
          "(%s) must be a duration such as 90s or 12h".formatted(text));
    }
    return duration;
  }
}
