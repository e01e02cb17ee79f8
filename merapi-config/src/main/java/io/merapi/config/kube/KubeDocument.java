package io.merapi.config.kube;

import io.merapi.config.source.EmbeddedText;
import io.merapi.config.source.Location;
import io.merapi.config.source.MalformedTextException;
import io.merapi.config.source.Problem;
import io.merapi.config.source.ScalarType;
import io.merapi.config.source.SourceDocuments;
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
 * @param unread what is to be said of further documents, which upstream does not read; null where
 *     there are none
 */
record KubeDocument(SourceNode root, boolean json, @Nullable Problem unread) {

  /**
   * Opens a text, plain or inside a ConfigMap.
   *
   * @throws MalformedTextException if it is neither YAML nor JSON
   */
  static KubeDocument open(String file, String text) {
    SourceDocuments documents = documents(file, text, UnaryOperator.identity());
    KubeDocument inner = inner(file, text, documents);
    return inner == null ? of(file, text, documents) : inner;
  }

  private static SourceDocuments documents(
      String file, String text, UnaryOperator<Location> places) {
    return JsonTree.isJson(text)
        ? new SourceDocuments(List.of(JsonTree.parse(file, text, places)), null)
        : SourceParser.parse(file, text, places);
  }

  private static KubeDocument of(String file, String text, SourceDocuments documents) {
    SourceNode first = documents.first();
    SourceNode root = first == null ? new Mapping(new Location(file, 1, 1), List.of()) : first;
    return new KubeDocument(root, JsonTree.isJson(text), documents.unread());
  }

  /** The configuration inside a ConfigMap; null where there is none, or one beside it. */
  private static @Nullable KubeDocument inner(String file, String text, SourceDocuments documents) {
    List<Mapping> maps = EmbeddedText.configMaps(documents);
    SourceNode first = documents.first();
    if (maps.isEmpty() || first == null || isConfiguration(first)) {
      return null;
    }
    var embedded = new EmbeddedText(text);
    MalformedTextException broken = null;
    for (Mapping map : maps) {
      for (Entry entry : EmbeddedText.entries(map)) {
        if (entry.value() instanceof Scalar scalar && scalar.type() == ScalarType.TEXT) {
          try {
            UnaryOperator<Location> places = embedded.places(scalar);
            KubeDocument inner = of(file, scalar.text(), documents(file, scalar.text(), places));
            if (isConfiguration(inner.root)) {
              return inner;
            }
          } catch (MalformedTextException e) {
            broken = broken == null ? e : broken;
          }
        }
      }
    }
    throw broken != null
        ? broken
        : new MalformedTextException(
            maps.getFirst().where(),
            "(a ConfigMap) must hold a %s under one of its keys"
                .formatted(KubeConfigurationReader.KIND));
  }

  private static boolean isConfiguration(SourceNode node) {
    return node instanceof Mapping mapping
        && mapping.get("kind") instanceof Scalar kind
        && kind.text().equals(KubeConfigurationReader.KIND);
  }
}
