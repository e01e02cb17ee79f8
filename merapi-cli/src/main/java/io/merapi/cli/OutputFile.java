package io.merapi.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A file that a command writes beside its result. That it can be there is seen before the work
 * begins: whoever has waited for an hour wants to have something from it.
 */
record OutputFile(Path path) {

  void write(String text) throws IOException {
    // Not writeString, which gives up on names that are no proper text.
    Files.write(path, text.getBytes(UTF_8));
  }

  /** Reads it from the command line. */
  static final class Converter implements ITypeConverter<OutputFile> {

    @Override
    public OutputFile convert(String text) {
      Path path = Path.of(text);
      Path parent = path.toAbsolutePath().getParent();
      if (Files.isDirectory(path) || parent == null || !Files.isDirectory(parent)) {
        throw new TypeConversionException(
            "(%s) must be a file in a folder that exists".formatted(text));
      }
      return new OutputFile(path);
    }
  }
}
