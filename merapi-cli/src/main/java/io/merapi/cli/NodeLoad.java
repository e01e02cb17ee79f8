package io.merapi.cli;

import io.merapi.batch.usage.FixedUsage.Load;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The load of a node, as the command line gives it: {@code n1=80:45.5}. */
record NodeLoad(String node, Load load) {

  private static final Pattern FORM =
      Pattern.compile("([^=]+)=([0-9]+(?:\\.[0-9]+)?):([0-9]+(?:\\.[0-9]+)?)");

  /** Reads it. */
  static final class Converter implements ITypeConverter<NodeLoad> {

    @Override
    public NodeLoad convert(String text) {
      Matcher parts = FORM.matcher(text);
      if (!parts.matches()) {
        throw new TypeConversionException(
            "(%s) must be a node with its cpu and memory load in percent, such as n1=80:45"
                .formatted(text));
      }
      return new NodeLoad(
          parts.group(1),
          new Load(Double.parseDouble(parts.group(2)), Double.parseDouble(parts.group(3))));
    }
  }
}
