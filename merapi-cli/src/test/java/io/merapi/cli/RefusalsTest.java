package io.merapi.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.plugin.ProblemKind;
import io.merapi.cluster.reload.ReloadResult.Refused;
import io.merapi.config.source.Location;
import io.merapi.config.source.Problem;
import io.merapi.config.source.Problem.Severity;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import org.junit.jupiter.api.Test;

class RefusalsTest {

  @Test
  void namesWhatUpstreamRefusesFirstAndHowMuchElseThereIs() {
    assertThat(
            Refusals.of(
                List.of(
                    problem(Severity.NOTE, "good to know"),
                    problem(Severity.FALLBACK, "doubtful"),
                    problem(Severity.REFUSED, "wrong")),
                "refused"))
        .isEqualTo(new Refused("conf:3:7: tiers wrong; try another (and 1 more)"));
  }

  @Test
  void saysWhatItCanWhereNoProblemTells() {
    assertThat(Refusals.of(List.of(problem(Severity.NOTE, "good to know")), "refused"))
        .isEqualTo(new Refused("refused"));
    assertThat(Refusals.of(new NoSuchFileException("conf")))
        .isEqualTo(new Refused("(conf) does not exist"));
    assertThat(Refusals.of(new IOException("oops")).why()).contains("oops");
  }

  private static Problem problem(Severity severity, String message) {
    return new Problem(
        severity, ProblemKind.INVALID, new Location("conf", 3, 7), "tiers", message, "try another");
  }
}
