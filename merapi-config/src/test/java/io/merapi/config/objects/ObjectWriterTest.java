package io.merapi.config.objects;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.meta.Labels;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.node.Node;
import io.merapi.api.resource.ResourceList;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ObjectWriterTest {

  private static final Node NODE =
      new Node(
          ObjectMeta.named("", "n").withLabels(Labels.of("on", "yes")),
          true,
          "",
          List.of(new Node.Taint("k", "", "NoSchedule")),
          ResourceList.EMPTY,
          ResourceList.EMPTY,
          List.of(new Node.Image(List.of("web:1", "10"), 7)),
          List.of(),
          List.of());

  @Test
  void writesYamlLaidOutLikeKubectls() {
    assertThat(ObjectWriter.yaml(NODE))
        .isEqualTo(
            """
            apiVersion: v1
            kind: Node
            metadata:
              labels:
                "on": "yes"
              name: "n"
            spec:
              taints:
              - effect: NoSchedule
                key: k
              unschedulable: true
            status:
              images:
              - names:
                - web:1
                - "10"
                sizeBytes: 7
            """);
  }

  @Test
  void writesJsonOnOneLine() {
    assertThat(ObjectWriter.json(NODE))
        .isEqualTo(
            "{\"apiVersion\":\"v1\",\"kind\":\"Node\","
                + "\"metadata\":{\"labels\":{\"on\":\"yes\"},\"name\":\"n\"},"
                + "\"spec\":{\"taints\":[{\"effect\":\"NoSchedule\",\"key\":\"k\"}],"
                + "\"unschedulable\":true},"
                + "\"status\":{\"images\":[{\"names\":[\"web:1\",\"10\"],\"sizeBytes\":7}]}}");
  }

  @Test
  void whatIsWrittenReadsBackAsTheSameFact() {
    ClusterObject pod = FoundObjects.of(new YamlTokens("f", PodFormatTest.FULL)).read.getFirst();
    assertThat(FoundObjects.of(new YamlTokens("f", ObjectWriter.yaml(pod))).read)
        .containsExactly(pod);
    assertThat(FoundObjects.of(new JsonTokens("f", ObjectWriter.json(pod))).read)
        .containsExactly(pod);
    assertThat(FoundObjects.of(new YamlTokens("f", ObjectWriter.yaml(NODE))).read)
        .containsExactly(NODE);
  }

  @Test
  void listsReadBackAsTheirObjects() {
    ClusterObject pod = FoundObjects.of(new YamlTokens("f", PodFormatTest.FULL)).read.getFirst();
    var yaml = new StringBuilder();
    ObjectWriter.yamlList(List.of(pod, NODE), yaml);
    assertThat(FoundObjects.of(new YamlTokens("f", yaml.toString())).read)
        .containsExactly(pod, NODE);
    var json = new StringWriter();
    ObjectWriter.jsonList(List.of(pod, NODE), json);
    assertThat(FoundObjects.of(new JsonTokens("f", json.toString())).read)
        .containsExactly(pod, NODE);

    var empty = new StringBuilder();
    ObjectWriter.yamlList(List.of(), empty);
    assertThat(FoundObjects.of(new YamlTokens("f", empty.toString())).lines).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "yes",
        "null",
        "~",
        "1",
        "1e3",
        "0x10",
        ".5",
        "-",
        "- a",
        "a: b",
        "a #b",
        "a:",
        ":a",
        "{}",
        "[x]",
        "*a",
        "&a",
        "!t",
        "|",
        ">",
        "%",
        "@",
        "`",
        "'",
        "\"",
        "\\",
        " a ",
        "a\nb",
        "\t",
        "\u0000",
        "\u0007",
        "\u007f",
        "\u0085",
        "\u00a0",
        "\u2028",
        "\ufeff",
        "\uffff",
        "größe",
        "界",
        "🌋",
        "<<",
        "=",
        "---",
        "...",
        "2030-01-31",
        "on",
        "y",
        "a,b",
        "?"
      })
  void anyTextSurvives(String text) {
    Node node =
        new Node(
            ObjectMeta.named("", "n").withAnnotations(Labels.of("a", text, text + "k", "v")),
            false,
            "",
            List.of(),
            ResourceList.EMPTY,
            ResourceList.EMPTY,
            List.of(new Node.Image(List.of(text), 0)),
            List.of(),
            List.of());
    assertThat(FoundObjects.of(new YamlTokens("f", ObjectWriter.yaml(node))).read)
        .containsExactly(node);
    assertThat(FoundObjects.of(new JsonTokens("f", ObjectWriter.json(node))).read)
        .containsExactly(node);
  }
}
