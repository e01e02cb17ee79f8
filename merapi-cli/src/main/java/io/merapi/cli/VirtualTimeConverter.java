package io.merapi.cli;

import io.merapi.config.objects.SimulatedDuration;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a length of virtual time, which may be written in days. */
final class VirtualTimeConverter implements ITypeConverter<Duration> {

  @Override
  public Duration convert(String text) {
    Duration duration = SimulatedDuration.parse(text);
    if (duration == null) {
      throw new TypeConversionException(
          "(%s) must be a duration such as 90s or 12h or 7d".formatted(text));
    }
    return duration;
  }
}
