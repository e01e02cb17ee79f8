package io.merapi.cluster.serve;

import io.merapi.cluster.http.ApiAnswer;
import io.merapi.config.objects.JsonTokens;
import io.merapi.config.objects.TokenTree;
import io.merapi.config.source.MalformedTextException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads what the API server answers to a review. */
final class Answers {

  private Answers() {}

  /** The object of an answer. */
  static Map<?, ?> tree(ApiAnswer answer) throws IOException {
    if (!answer.succeeded()) {
      throw new IOException(answer.status().message());
    }
    try {
      var tokens = new JsonTokens("answer", answer.body());
      tokens.next();
      return map(TokenTree.read(tokens));
    } catch (MalformedTextException e) {
      throw new IOException("the API server's answer cannot be read: " + e.getMessage(), e);
    }
  }

  static Map<?, ?> map(@Nullable Object value) {
    return value instanceof Map<?, ?> map ? map : Map.of();
  }

  static String text(@Nullable Object value) {
    return value instanceof String text ? text : "";
  }

  static List<String> texts(@Nullable Object value) {
    return value instanceof List<?> list ? list.stream().map(String::valueOf).toList() : List.of();
  }
}
