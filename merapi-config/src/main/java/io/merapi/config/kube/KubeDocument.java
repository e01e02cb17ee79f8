package io.merapi.config.kube;

import io.merapi.config.source.Location;
import io.merapi.config.source.MalformedTextException;
import io.merapi.config.source.ScalarType;
import io.merapi.config.source.SourceNode;
import io.merapi.config.source.SourceNode.Entry;
import io.merapi.config.source.SourceNode.Mapping;
import io.merapi.config.source.SourceNode.Scalar;
import io.merapi.config.source.SourceParser;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The document of a text that holds the configuration.
 *
 * @param json whether it follows the rules of JSON
 * @param unread a further document of the text, which upstream does not read; null where there is
 *     none
 * @param place from a place in the document to the place in the file, which differ inside a
 *     ConfigMap
 */
record KubeDocument(
    SourceNode root, boolean json, @Nullable SourceNode unread, UnaryOperator<Location> place) {

  private static final String KIND = "KubeSchedulerConfiguration";

  /**
   * Opens a text, plain or inside a ConfigMap.
   *
   * @throws MalformedTextException if it is neither YAML nor JSON
   */
  static KubeDocument open(String file, String text) {
    KubeDocument document = plain(file, text);
    if (!(document.root instanceof Mapping outer)
        || !isText(outer.get("kind"), "ConfigMap")
        || !(outer.get("data") instanceof Mapping data)) {
      return document;
    }
    for (Entry entry : data.entries()) {
      if (entry.value() instanceof Scalar scalar && scalar.type() == ScalarType.TEXT) {
        KubeDocument inner = inner(file, text, scalar);
        if (inner.root instanceof Mapping mapping && isText(mapping.get("kind"), KIND)) {
          return inner;
        }
      }
    }
    throw new MalformedTextException(
        data.where(), "(a ConfigMap) must hold a %s under one of its keys".formatted(KIND));
  }

  private static KubeDocument plain(String file, String text) {
    if (JsonTree.isJson(text)) {
      return new KubeDocument(JsonTree.parse(file, text), true, null, UnaryOperator.identity());
    }
    List<SourceNode> documents = SourceParser.parse(file, text);
    if (documents.isEmpty()) {
      return new KubeDocument(
          new Mapping(new Location(file, 1, 1), List.of()), false, null, UnaryOperator.identity());
    }
    SourceNode unread =
        documents.stream()
            .skip(1)
            .filter(node -> !(node instanceof Scalar scalar && scalar.type() == ScalarType.NULL))
            .findFirst()
            .orElse(null);
    return new KubeDocument(documents.getFirst(), false, unread, UnaryOperator.identity());
  }

  private static KubeDocument inner(String file, String text, Scalar scalar) {
    UnaryOperator<Location> place = EmbeddedText.places(text, scalar);
    try {
      KubeDocument plain = plain(file, scalar.text());
      return new KubeDocument(plain.root, plain.json, plain.unread, place);
    } catch (MalformedTextException e) {
      throw new MalformedTextException(
          place.apply(e.where()), e.getMessage() == null ? "is malformed" : e.getMessage());
    }
  }

  private static boolean isText(@Nullable SourceNode node, String text) {
    return node instanceof Scalar scalar && scalar.text().equals(text);
  }
}
