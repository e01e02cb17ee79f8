package io.merapi.kube.placement;

import static io.merapi.testkit.NodeBuilder.node;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.node.NodeInfo;
import io.merapi.api.resource.ResourceDictionary;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class NodeDomainsTest {

  private static final String KEY = "host";

  @Test
  void nodesWithTheSameLabelShareADomain() {
    NodeDomains domains = of(labelled("a", "east"), labelled("b", "west"), labelled("c", "east"));

    assertThat(domains.shared(KEY, 0)).isNotNegative().isEqualTo(domains.shared(KEY, 2));
    assertThat(domains.shared(KEY, 1)).isNegative();
  }

  @Test
  void aNodeThatIsLabelledWithItsNameIsAlone() {
    NodeDomains domains = of(labelled("a", "a"), labelled("b", "b"));

    assertThat(domains.shared(KEY, 0)).isNegative();
    assertThat(domains.shared(KEY, 1)).isNegative();
  }

  @Test
  void aNodeSharesItsDomainWithOthersThatAreLabelledWithItsName() {
    NodeDomains domains =
        of(labelled("a", "b"), labelled("b", "b"), labelled("c", "b"), labelled("d", "d"));

    assertThat(domains.shared(KEY, 1)).isNotNegative();
    assertThat(domains.shared(KEY, 0)).isEqualTo(domains.shared(KEY, 1));
    assertThat(domains.shared(KEY, 2)).isEqualTo(domains.shared(KEY, 1));
    assertThat(domains.shared(KEY, 3)).isNegative();
  }

  @Test
  void twoNodesShareADomainThatHasTheNameOfOne() {
    NodeDomains domains = of(labelled("a", "a"), labelled("b", "a"));

    assertThat(domains.shared(KEY, 0)).isNotNegative().isEqualTo(domains.shared(KEY, 1));
  }

  private static NodeDomains of(NodeInfo... nodes) {
    List<NodeInfo> all = List.of(nodes);
    return new NodeDomains(
        new IndexedNodes() {
          @Override
          public @Nullable NodeInfo nodeAt(int index) {
            return index < all.size() ? all.get(index) : null;
          }

          @Override
          public int bound() {
            return all.size();
          }

          @Override
          public long topologyVersion() {
            return 1;
          }
        });
  }

  private static NodeInfo labelled(String name, String value) {
    return NodeInfo.named(name, new ResourceDictionary())
        .with(node(name).label(KEY, value).build(), 0, 1);
  }
}
