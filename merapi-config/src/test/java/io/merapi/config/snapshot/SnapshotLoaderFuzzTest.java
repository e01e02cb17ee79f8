package io.merapi.config.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.merapi.config.fuzz.Bombs;
import io.merapi.config.fuzz.Mutator;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever the bytes are, loading them ends with objects and problems, soon. */
class SnapshotLoaderFuzzTest {

  private static final int INPUTS = 100_000;

  /** Of a long value: more than one may have. */
  private static final int LENGTH = 5 << 20;

  private static final List<String> VALID =
      List.of(
          """
          apiVersion: v1
          items:
          - apiVersion: v1
            kind: Pod
            metadata: {name: a, labels: {app: "x"}, creationTimestamp: "2030-01-31T12:00:00Z"}
            spec:
              priority: 7
              containers:
              - name: c
                image: web:1
                resources: {requests: {cpu: 1.5, memory: "1000"}}
              tolerations: [{operator: Exists, tolerationSeconds: 3}]
          - apiVersion: v1
            kind: Node
            metadata: {name: n}
            status: {allocatable: {cpu: 0x10}, conditions: [{type: Ready, status: "True"}]}
          kind: List
          """,
          """
          base: &base {metadata: &m {name: b}, spec: {nodeName: n}}
          apiVersion: v1
          kind: Pod
          <<: [*base, {status: {phase: Running}}]
          ---
          !!map {apiVersion: "v1", kind: 'Pod', metadata: {name: >-
            folded
            text }, spec: {hostNetwork: yes, overhead: {cpu: !!str 12}}}
          ---
          metadata:
            name: |
              literal
            annotations: {? key : "tab\\t\\u00e9"}
          kind: Node
          apiVersion: v1
          """,
          """
          {"apiVersion":"v1","kind":"List","items":[
          {"apiVersion":"v1","kind":"Pod","metadata":{"name":"a","labels":{"k":"v"}},
          "spec":{"affinity":{"nodeAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":
          {"nodeSelectorTerms":[{"matchExpressions":[{"key":"z","operator":"In","values":["b"]}]}]}}},
          "volumes":[{"name":"v","persistentVolumeClaim":{"claimName":"p"}}]}},
          {"metadata":{"name":"n"},"kind":"Node","apiVersion":"v1"}]}
          """,
          """
          {"kind":"PodList","apiVersion":"v1","items":[{"metadata":{"name":"a"},"status":{"phase":
          "Running","conditions":[{"type":"Ready","lastTransitionTime":null}]}}]}
          {"items":[{"metadata":{"name":"b"}}],"kind":"PodList","apiVersion":"v1"}
          """);

  /** Pieces of text that mean something to the loader. */
  private static final List<String> PIECES =
      List.of(
          "kind: ",
          "items: ",
          "\"kind\":",
          "\"items\":[",
          "apiVersion: v1\n",
          "metadata: ",
          "*m",
          "<<: *base",
          "{<<: {<<: *m}}");

  @Test
  void mutatedTextsGiveObjectsAndProblemsAndNothingElse() {
    var mutator = new Mutator(20_300_131, VALID, PIECES);
    long[] outcomes = new long[3];
    for (int i = 0; i < INPUTS; i++) {
      byte[] input = mutator.oneIn(50) ? compressed(mutator) : mutator.next();
      LoadResult result = load(input, i);
      outcomes[0] += result.objects() > 0 ? 1 : 0;
      outcomes[1] += result.setAside() > 0 ? 1 : 0;
      outcomes[2] += result.broken() > 0 ? 1 : 0;
    }
    // A fuzzer that breaks every text at once, or none, tests nothing.
    for (long outcome : outcomes) {
      assertThat(outcome).isGreaterThan(INPUTS / 20);
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("bombs")
  void bombsAreDefused(String name, byte[] input) {
    LoadResult result =
        assertTimeoutPreemptively(Duration.ofSeconds(30), () -> load(input, 0), name);
    assertThat(result.problemCount()).isPositive();
  }

  static Stream<Arguments> bombs() throws IOException {
    byte[] zeros = gzip(new byte[64 << 20]);
    Stream<Arguments> texts =
        Bombs.texts(LENGTH).entrySet().stream().map(text -> bomb(text.getKey(), text.getValue()));
    Stream<Arguments> others =
        Stream.of(
            bomb("a long number", "{kind: Pod, apiVersion: " + "7".repeat(3 << 20) + ", spec: 1}"),
            bomb(
                "a long exponent",
                "{kind: Pod, apiVersion: 1e" + "7".repeat(3 << 20) + ", spec: 1}"),
            bomb(
                "many items without a kind", "{\"items\":[" + "{\"a\":1},".repeat(300_000) + "1]}"),
            bomb("a quantity of a large exponent", quantity("1e999999999")),
            bomb("a quantity of many digits", quantity("'" + "9".repeat(1_000_000) + "'")),
            Arguments.of("zeros, compressed", zeros),
            Arguments.of("truncated gzip", Arrays.copyOf(zeros, zeros.length / 2)),
            Arguments.of("gzip of nothing", new byte[] {0x1f, (byte) 0x8b}),
            Arguments.of("invalid UTF-8", new byte[] {'a', ':', (byte) 0xff, (byte) 0xfe, '\n'}),
            Arguments.of("half a UTF-16 mark", new byte[] {(byte) 0xfe, (byte) 0xff, 'a'}),
            Arguments.of("NULs", new byte[1 << 20]));
    return Stream.concat(texts, others);
  }

  private static Arguments bomb(String name, String text) {
    return Arguments.of(name, text.getBytes(StandardCharsets.UTF_8));
  }

  private static String quantity(String amount) {
    return "{apiVersion: v1, kind: Node, metadata: {name: n}, status: {allocatable: {cpu: "
        + amount
        + "}, conditions: 1}}";
  }

  private static LoadResult load(byte[] input, int number) {
    try {
      return new SnapshotLoader(new ByteArrayInputStream(input)).load(List.of("-"), _ -> {});
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      String text = new String(input, 0, Math.min(input.length, 2_000), StandardCharsets.UTF_8);
      throw new AssertionError("input %d ended in %s:%n%s".formatted(number, e, text), e);
    }
  }

  private static byte[] compressed(Mutator mutator) {
    try {
      byte[] whole = gzip(mutator.next());
      return mutator.oneIn(2) ? whole : mutator.damaged(whole);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static byte[] gzip(byte[] input) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var out = new GZIPOutputStream(bytes)) {
      out.write(input);
    }
    return bytes.toByteArray();
  }
}
