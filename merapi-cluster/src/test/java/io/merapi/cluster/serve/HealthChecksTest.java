package io.merapi.cluster.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class HealthChecksTest {

  private final HealthChecks health = new HealthChecks();
  private final Pages pages = new Pages();
  private String problem = "";

  HealthChecksTest() {
    health.addReady(new HealthCheck("caches", () -> problem));
    health.mountOn(pages);
  }

  @Test
  void saysOkWhereAllIsWell() throws IOException {
    assertThat(ask("/readyz")).isEqualTo(PageAnswer.text("ok"));
    assertThat(ask("/livez")).isEqualTo(PageAnswer.text("ok"));
    assertThat(ask("/healthz")).isEqualTo(PageAnswer.text("ok"));
  }

  @Test
  void namesEveryCheckToThoseWhoWantToKnow() throws IOException {
    assertThat(ask("/readyz", "verbose", "").body())
        .isEqualTo("[+]ping ok\n[+]caches ok\nreadyz check passed\n");
  }

  @Test
  void withholdsTheReasonFromTheSumAndGivesItForTheCheck() throws IOException {
    problem = "not yet";

    assertThat(ask("/readyz"))
        .isEqualTo(
            PageAnswer.error(
                500, "[+]ping ok\n[-]caches failed: reason withheld\nreadyz check failed"));
    assertThat(ask("/readyz/caches"))
        .isEqualTo(PageAnswer.error(500, "internal server error: not yet"));
    assertThat(ask("/livez").code()).isEqualTo(200);
  }

  @Test
  void leavesOutWhatIsExcludedAndNamesWhatItDoesNotKnow() throws IOException {
    problem = "not yet";

    assertThat(ask("/readyz", "exclude", "caches").body()).isEqualTo("ok");
    var both = Map.of("exclude", List.of("caches", "other"), "verbose", List.of(""));
    assertThat(page("/readyz").answer(new PageRequest("GET", "/readyz", both, "")).body())
        .isEqualTo(
            """
            [+]ping ok
            [+]caches excluded: ok
            warn: some health checks cannot be excluded: no matches for "other"
            readyz check passed
            """);
  }

  @Test
  void aCheckThatThrowsHasFailed() throws IOException {
    health.addLive(
        new HealthCheck(
            "broken",
            () -> {
              throw new IllegalStateException("oops");
            }));
    assertThat(ask("/livez").code()).isEqualTo(500);
    assertThat(ask("/livez/broken").body()).contains("oops");
  }

  @Test
  void aCheckThatDoesNotExistIsNotFound() throws IOException {
    assertThat(ask("/readyz/other").code()).isEqualTo(404);
  }

  @Test
  void countsWhatCameOfChecks() throws IOException {
    ask("/readyz");
    problem = "not yet";
    ask("/readyz");

    assertThat(ask("/metrics/slis").body())
        .contains("kubernetes_healthcheck{name=\"caches\",type=\"readyz\"} 0\n")
        .contains("kubernetes_healthcheck{name=\"ping\",type=\"readyz\"} 1\n")
        .contains(
            "kubernetes_healthchecks_total{name=\"caches\",status=\"error\",type=\"readyz\"} 1\n")
        .contains(
            "kubernetes_healthchecks_total{name=\"ping\",status=\"success\",type=\"readyz\"} 2\n");
  }

  private PageAnswer ask(String path) throws IOException {
    return page(path).answer(new PageRequest("GET", path, Map.of(), ""));
  }

  private PageAnswer ask(String path, String parameter, String value) throws IOException {
    return page(path).answer(new PageRequest("GET", path, Map.of(parameter, List.of(value)), ""));
  }

  private Page page(String path) {
    return Objects.requireNonNull(pages.find(path));
  }
}
