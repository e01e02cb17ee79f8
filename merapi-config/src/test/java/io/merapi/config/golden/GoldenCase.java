package io.merapi.config.golden;

import static java.util.Objects.requireNonNull;

import io.merapi.config.objects.JsonTokens;
import io.merapi.config.objects.TokenTree;
import io.merapi.testkit.GoldenVectors;
import java.io.ByteArrayInputStream;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A golden case, or an object inside it.
 *
 * @param name of the case, for messages
 */
public record GoldenCase(String name, Map<?, ?> fields) {

  public static void forEach(GoldenVectors layer, Consumer<GoldenCase> reader) {
    layer.forEach((name, json) -> {
      var tokens = new JsonTokens(name, new ByteArrayInputStream(json));
      tokens.next();
      reader.accept(new GoldenCase(name, (Map<?, ?>) requireNonNull(TokenTree.read(tokens))));
    });
  }

  /** A string; empty where it is not given. */
  public String text(String field) {
    return fields.get(field) instanceof String text ? text : "";
  }

  public List<String> texts(Object field) {
    return fields.get(field) instanceof List<?> list
        ? list.stream().map(String::valueOf).toList()
        : List.of();
  }

  /** An object inside this one; null where it is not given. */
  public @Nullable GoldenCase object(Object field) {
    return fields.get(field) instanceof Map<?, ?> map ? new GoldenCase(name, map) : null;
  }

  public boolean has(String field) {
    return fields.containsKey(field);
  }
}
