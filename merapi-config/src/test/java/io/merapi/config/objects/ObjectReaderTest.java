package io.merapi.config.objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.pod.Pod;
import java.util.List;
import org.junit.jupiter.api.Test;

class ObjectReaderTest {

  @Test
  void readsDocumentsOneAfterTheOther() {
    assertThat(
            yaml(
                """
                apiVersion: v1
                kind: Pod
                metadata: {name: a, namespace: x}
                ---
                apiVersion: v1
                kind: Node
                metadata: {name: one}
                """))
        .containsExactly("f:1:1: Pod x/a", "f:5:1: Node one");
  }

  @Test
  void readsConcatenatedJson() {
    assertThat(
            json(
                """
                {"kind":"Pod","apiVersion":"v1","metadata":{"name":"a"}}
                {"kind":"Node","apiVersion":"v1","metadata":{"name":"one"}}
                """))
        .containsExactly("f:1:1: Pod a", "f:2:1: Node one");
  }

  @Test
  void theKindMayComeAfterTheFieldsThatItExplains() {
    assertThat(
            yaml(
                """
                metadata: {name: a}
                spec:
                  nodeName: one
                kind: Pod
                apiVersion: v1
                """))
        .containsExactly("f:1:1: Pod a");
  }

  @Test
  void readsAListWhoseKindComesAfterItsItemsAsKubectlWritesIt() {
    assertThat(
            yaml(
                """
                apiVersion: v1
                items:
                - apiVersion: v1
                  kind: Pod
                  metadata: {name: a}
                - apiVersion: v1
                  kind: Node
                  metadata: {name: one}
                kind: List
                metadata:
                  resourceVersion: ""
                """))
        .containsExactly("f:3:3: Pod a", "f:6:3: Node one");
  }

  @Test
  void itemsOfATypedListNeedNotNameTheirKind() {
    assertThat(
            json(
                """
                {"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"7"},"items":[
                {"metadata":{"name":"a"}},
                {"metadata":{"name":"b"}}]}
                """))
        .containsExactly("f:2:1: Pod a", "f:3:1: Pod b");
  }

  @Test
  void itemsWithoutAKindWaitForThatOfTheirList() {
    assertThat(
            json(
                """
                {"apiVersion":"v1","items":[
                {"metadata":{"name":"a"}},
                {"metadata":{"name":"b"},"spec":{"priority":"high"}},
                {}],"kind":"PodList"}
                """))
        .containsExactly(
            "f:2:1: Pod a",
            "f:3:45: spec.priority (\"high\") must be a whole number",
            "f:4:1: Pod ");
  }

  @Test
  void itemsWhoseKindNobodyNamesAreMalformed() {
    assertThat(json("{\"apiVersion\":\"v1\",\"items\":[{\"a\":1}],\"kind\":\"List\"}"))
        .containsExactly("f:1:29: kind must be given");
    assertThat(json("{\"items\":[{\"a\":1}]}")).containsExactly("f:1:11: kind must be given");
  }

  @Test
  void listsMayBeEmptyOrInsideLists() {
    assertThat(yaml("{apiVersion: v1, kind: PodList, items: []}")).isEmpty();
    assertThat(yaml("{apiVersion: v1, kind: List, items: }")).isEmpty();
    assertThat(
            yaml(
                """
                apiVersion: v1
                kind: List
                items:
                - apiVersion: v1
                  kind: NodeList
                  items: [{metadata: {name: one}}]
                """))
        .containsExactly("f:6:11: Node one");
  }

  @Test
  void kindsThatSchedulingDoesNotReadAreSkipped() {
    assertThat(
            yaml(
                """
                apiVersion: apps/v1
                kind: DaemonSet
                spec: {replicas: [not, a, number]}
                ---
                {apiVersion: v1, kind: SecretList, items: [{data: {a: b}}, {data: {}}]}
                ---
                {apiVersion: example.com/v1, kind: AllowList, spec: {}}
                ---
                {spec: {items: []}, items: 3, apiVersion: example.com/v1, kind: Pod}
                """))
        .containsExactly(
            "skipped DaemonSet of 'apps'",
            "skipped Secret of ''",
            "skipped Secret of ''",
            "skipped AllowList of 'example.com'",
            "skipped Pod of 'example.com'");
  }

  @Test
  void aMalformedObjectDoesNotStopTheOnesAfterIt() {
    assertThat(
            yaml(
                """
                apiVersion: v1
                kind: List
                items:
                - {apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {containers: [{image: 5}]}}
                - seven
                - [1, 2]
                - {apiVersion: v1, kind: Pod, metadata: {name: [b]}}
                - {metadata: {name: c}, spec: {hostNetwork: 1}, kind: Pod, apiVersion: v1}
                - {apiVersion: v1, kind: Node, metadata: {name: one}}
                ---
                {apiVersion: v1, kind: Node, metadata: {name: o}}
                """))
        .containsExactly(
            "f:4:80: spec.containers[0].image (5) must be a string",
            "f:5:3:  (\"seven\") must be an object",
            "f:6:3:  (a list) must be an object",
            "f:7:48: metadata.name (a list) must be a string",
            "f:8:45: spec.hostNetwork (1) must be true or false",
            "f:9:3: Node one",
            "f:11:1: Node o");
  }

  @Test
  void anObjectMustSayWhatItIs() {
    assertThat(yaml("{apiVersion: v1, metadata: {name: a}}"))
        .containsExactly("f:1:1: kind must be given");
    assertThat(yaml("{kind: Pod, metadata: {name: a}}"))
        .containsExactly("f:1:1: apiVersion must be given");
    assertThat(yaml("{apiVersion: 1, kind: Pod}"))
        .containsExactly("f:1:14: apiVersion (1) must be a string");
    assertThat(yaml("{}")).containsExactly("f:1:1: kind must be given");
    assertThat(yaml("just text")).containsExactly("f:1:1:  (\"just text\") must be an object");
  }

  @Test
  void aVersionOfOtherFieldsIsRefusedRatherThanMisread() {
    assertThat(yaml("{apiVersion: v2, kind: Pod, metadata: {name: a}}"))
        .containsExactly("f:1:1: apiVersion (v2) must be v1");
  }

  @Test
  void anObjectOfAKnownKindNeedNotSayWhatItIs() {
    var tokens = new JsonTokens("f", "{\"metadata\":{\"name\":\"a\",\"namespace\":\"x\"}}");
    tokens.next();
    assertThat(new ObjectReader().read(ObjectKind.POD, tokens).key()).isEqualTo("x/a");

    var text = new JsonTokens("f", "\"a\"");
    text.next();
    assertThatThrownBy(() -> new ObjectReader().read(ObjectKind.POD, text))
        .isInstanceOf(MalformedObjectException.class)
        .hasMessage("(\"a\") must be an object");
  }

  @Test
  void podsOfOneTemplateShareTheirSpec() {
    var text = new StringBuilder();
    for (int i = 0; i < 1_000; i++) {
      text.append(
          """
          {"apiVersion":"v1","kind":"Pod",
           "metadata":{"name":"web-%1$d","namespace":"shop","labels":{"app":"web"}},
           "spec":{"nodeName":"node-%1$d","containers":[{"name":"c","image":"web:1",
             "resources":{"requests":{"cpu":"2"}}}],
             "volumes":[{"name":"kube-api-access-%1$d","projected":{}}]}}
          """
              .formatted(i));
    }
    List<Pod> pods =
        FoundObjects.of(new JsonTokens("f", text.toString())).read.stream()
            .map(Pod.class::cast)
            .toList();
    assertThat(pods).hasSize(1_000);
    assertThat(pods).allSatisfy(pod -> assertThat(pod.spec()).isSameAs(pods.getFirst().spec()));
    assertThat(pods)
        .allSatisfy(
            pod -> assertThat(pod.meta().labels()).isSameAs(pods.getFirst().meta().labels()));
    assertThat(pods)
        .allSatisfy(pod -> assertThat(pod.namespace()).isSameAs(pods.getFirst().namespace()));
  }

  @Test
  void aNamespaceIsFilledInOnlyWhereOneIsAskedForAndTheKindHasOne() {
    String text = "[{apiVersion: v1, kind: Pod, metadata: {name: a}}]";
    assertThat(yaml("{items: " + text + "}")).containsExactly("f:1:10: Pod a");
    String both =
        "{items: [{apiVersion: v1, kind: Pod, metadata: {name: a}},"
            + " {apiVersion: v1, kind: Node, metadata: {name: one}}]}";
    assertThat(FoundObjects.of(new YamlTokens("f", both), new ObjectReader("default")).lines)
        .containsExactly("f:1:10: Pod default/a", "f:1:60: Node one");
  }

  private static List<String> yaml(String text) {
    return FoundObjects.of(new YamlTokens("f", text)).lines;
  }

  private static List<String> json(String text) {
    return FoundObjects.of(new JsonTokens("f", text)).lines;
  }
}
