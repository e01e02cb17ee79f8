package io.merapi.batch.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.resource.Quantity;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.resource.ResourceList;
import io.merapi.api.resource.Resources;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ShortResourcesTest {

  private final ResourceDictionary dictionary = new ResourceDictionary();

  @Test
  void theNodeWithMostRoomSpeaks() {
    assertThat(texts(wants(2000, 500), wants(2000, 1500), wants(2000, 1000)))
        .containsExactly("cpu: 2 wanted, at most 1500m free");
  }

  /** Nodes that were asked about another task of the role repeat what they said of that one. */
  @Test
  void ofNodesWithTheSameRoomTheOneSpeaksThatIsAskedForLeastWhicheverComesFirst() {
    assertThat(texts(wants(1000, 500), wants(750, 500)))
        .isEqualTo(texts(wants(750, 500), wants(1000, 500)))
        .containsExactly("cpu: 750m wanted, at most 500m free");
  }

  private static List<String> texts(InsufficientRoom... reasons) {
    var amounts = new ShortResources();
    List.of(reasons).forEach(amounts::add);
    return amounts.texts();
  }

  private InsufficientRoom wants(int requested, int room) {
    return new InsufficientRoom(cpu(requested), cpu(room));
  }

  private Resources cpu(int thousandths) {
    var list = new ResourceList(Map.of("cpu", Quantity.parse(thousandths + "m")));
    return Resources.of(list, dictionary, Set.of());
  }
}
