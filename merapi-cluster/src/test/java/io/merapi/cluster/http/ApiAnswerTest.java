package io.merapi.cluster.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class ApiAnswerTest {

  @Test
  void readsWhyTheServerRefused() {
    var answer =
        new ApiAnswer(
            409,
            """
            {"kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Failure",
             "message": "pods \\"a\\" already exists", "reason": "AlreadyExists",
             "details": {"name": "a", "kind": "pods"}, "code": 409}
            """);
    assertThat(answer.succeeded()).isFalse();
    assertThat(answer.status())
        .isEqualTo(new ApiStatus(409, "AlreadyExists", "pods \"a\" already exists"));
  }

  @Test
  void quotesWhatAProxySays() {
    assertThat(new ApiAnswer(502, "<html>Bad gateway</html>\n").status().message())
        .isEqualTo("the server answered 502: <html>Bad gateway</html>");
    assertThat(new ApiAnswer(503, "[1, 2]").status().message())
        .isEqualTo("the server answered 503: [1, 2]");
    assertThat(new ApiAnswer(500, "x".repeat(1000)).status().message()).hasSizeLessThan(250);
  }

  @Test
  void noPathCanSmuggleAHeader() {
    assertThatIllegalArgumentException().isThrownBy(() -> ApiRequest.get("/a b"));
    assertThatIllegalArgumentException().isThrownBy(() -> ApiRequest.get("/a\r\nX: y"));
    assertThatIllegalArgumentException().isThrownBy(() -> ApiRequest.get("a"));
  }
}
