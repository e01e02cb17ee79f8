package io.merapi.config.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.batch.configuration.BatchAction;
import org.junit.jupiter.api.Test;

class EmbeddedTextTest {

  @Test
  void placesInALiteralBlockAreThoseOfTheOuterFile() {
    BatchReading reading =
        Readings.read(
            """
            apiVersion: v1
            kind: ConfigMap
            data:
              volcano-scheduler.conf: |

                actions: "allocate"
                tiers:
                - plugins:
                  - name: binpack
                    arguments:
                      binpack.weight: heavy
            """);

    assertThat(reading.problems()).hasSize(1);
    assertThat(reading.problems().getFirst().where()).hasToString("test.conf:11:27");
  }

  @Test
  void brokenTextIsReportedWhereItBreaks() {
    BatchReading reading =
        Readings.read(
            """
            kind: ConfigMap
            data:
              volcano-scheduler.conf: |-
                actions: "allocate"
                tiers: [
                - }
            """);

    assertThat(reading.configuration()).isEmpty();
    assertThat(reading.problems().getFirst().where().line()).isEqualTo(6);
  }

  @Test
  void placesInAQuotedTextAreWhereItBegins() {
    BatchReading reading =
        Readings.read(
            """
            kind: ConfigMap
            data:
              volcano-scheduler.conf: "actions: allocate\\nnosuch: 1"
            """);

    assertThat(reading.configuration()).isPresent();
    assertThat(reading.problems().getFirst().where()).hasToString("test.conf:3:27");
  }

  @Test
  void theConfigurationIsFoundAmongRenderedDocuments() {
    BatchReading reading =
        Readings.read(
            """
            ---
            # Source: volcano/templates/admission.yaml
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: integration-admission-configmap}
            data:
              volcano-admission.conf: |
                resourceGroups: []
              other: text
            ---
            apiVersion: v1
            kind: List
            items:
            - kind: ServiceAccount
            - kind: ConfigMap
              data:
                volcano-scheduler-ci.conf: |
                  actions: "reclaim"
                volcano-scheduler.conf: |
                  actions: "backfill"
            """);

    assertThat(Readings.accepted(reading).actions()).containsExactly(BatchAction.BACKFILL);
  }

  @Test
  void aSingleEntryOfAnyNameIsTaken() {
    assertThat(
            Readings.accepted(
                    Readings.read(
                        """
                        kind: ConfigMap
                        data:
                          my.yaml: |
                            actions: shuffle
                        """))
                .actions())
        .containsExactly(BatchAction.SHUFFLE);
  }
}
