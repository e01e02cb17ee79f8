package io.merapi.config.objects;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;

/** Reads and writes single objects of a kind, for tests of their formats. */
final class KindFormats {

  private KindFormats() {}

  /** Reads one JSON object of a kind. */
  static ClusterObject read(ObjectKind kind, String json) {
    var tokens = new JsonTokens("sample.json", json);
    tokens.next();
    var in = new ObjectCursor(tokens);
    if (!in.enterObject()) {
      throw new IllegalArgumentException("a sample must be an object");
    }
    return ObjectFormats.read(kind, in);
  }

  /** Writes a fact as JSON, without {@code apiVersion} and {@code kind}. */
  static String write(ClusterObject fact) {
    return JsonTree.text(ObjectFormats.write(fact));
  }
}
