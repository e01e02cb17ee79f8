package io.merapi.cli;

import io.merapi.config.objects.ObjectWriter;
import java.io.PrintWriter;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How a command prints its result. */
public enum OutputFormat {
  /** For people. */
  TABLE,
  JSON,
  YAML;

  /** Prints a result for programs. */
  public void print(Map<String, ? extends @Nullable Object> result, PrintWriter out) {
    switch (this) {
      case TABLE -> throw new IllegalStateException("a table is the command's own business");
      case JSON -> out.println(ObjectWriter.json(result));
      case YAML -> out.print(ObjectWriter.yaml(result));
    }
  }
}
