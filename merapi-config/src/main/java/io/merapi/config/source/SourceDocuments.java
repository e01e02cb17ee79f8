package io.merapi.config.source;

import io.merapi.api.plugin.ProblemKind;
import io.merapi.config.source.Problem.Severity;
import io.merapi.config.source.SourceNode.Scalar;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The documents of a text.
 *
 * @param nodes those that could be read, before the first that could not
 * @param broken what is wrong with the next one; null where all could be read
 */
public record SourceDocuments(List<SourceNode> nodes, @Nullable MalformedTextException broken) {

  public SourceDocuments {
    nodes = List.copyOf(nodes);
  }

  /** The only document that upstream reads, whatever follows it; null where the text is empty. */
  public @Nullable SourceNode first() {
    return nodes.isEmpty() ? null : nodes.getFirst();
  }

  /** What is to be said of documents after the first; null where there are none. */
  public @Nullable Problem unread() {
    Location where =
        nodes.stream()
            .skip(1)
            .filter(node -> !(node instanceof Scalar scalar && scalar.isNull()))
            .map(SourceNode::where)
            .findFirst()
            .orElse(broken == null ? null : broken.where());
    return where == null
        ? null
        : new Problem(
            Severity.FALLBACK,
            ProblemKind.POINTLESS,
            where,
            "",
            "is a further document, and only the first is read",
            "");
  }
}
