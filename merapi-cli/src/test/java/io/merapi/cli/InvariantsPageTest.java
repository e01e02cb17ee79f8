package io.merapi.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.cluster.serve.PageAnswer;
import io.merapi.cluster.serve.PageRequest;
import io.merapi.kube.audit.Violation;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class InvariantsPageTest {

  @Test
  void booksThatAgreeAreAnEmptyList() throws IOException {
    PageAnswer answer = asked(List::of, List::of);

    assertThat(answer.code()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo("{\"violations\":[]}");
  }

  @Test
  void whatDoesNotAgreeIsShownWithTheObjectConcerned() throws IOException {
    PageAnswer answer =
        asked(List::of, () -> List.of(new Violation("nothing is lost", "default/p", "x", "y")));

    assertThat(answer.code()).isEqualTo(200);
    assertThat(answer.body())
        .contains(
            "\"rule\":\"nothing is lost\"",
            "\"object\":\"default/p\"",
            "\"found\":\"x\"",
            "\"expected\":\"y\"");
  }

  @Test
  void aSchedulerThatIsStartingOverHasNoBooks() throws IOException {
    assertThat(asked(() -> null).code()).isEqualTo(503);
  }

  private static PageAnswer asked(InvariantsPage.Books... books) throws IOException {
    return new InvariantsPage(List.of(books))
        .answer(new PageRequest("GET", "/debug/invariants", Map.of(), ""));
  }
}
