package io.merapi.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Options of both originals on what is logged, and how. */
final class LogOptions {

  /** How a line looks. */
  enum Format {
    TEXT,
    JSON
  }

  @Option(
      names = "--logging-format",
      paramLabel = "FORMAT",
      converter = FormatConverter.class,
      description = "text (default: text) or json.")
  private Format format = Format.TEXT;

  @Option(
      names = {"-v", "--v"},
      paramLabel = "N",
      description =
          "How much is logged (default: 0): 2 adds a line for each pod that is bound, evicted or"
              + " sent back to wait, 4 one for each session.")
  private int verbosity;

  Format format() {
    return format;
  }

  int verbosity() {
    return verbosity;
  }

  /** Reads a format; names are as upstream writes them. */
  static final class FormatConverter implements ITypeConverter<Format> {

    @Override
    public Format convert(String text) {
      return switch (text) {
        case "text" -> Format.TEXT;
        case "json" -> Format.JSON;
        default -> throw new TypeConversionException("(%s) must be text or json".formatted(text));
      };
    }
  }
}
