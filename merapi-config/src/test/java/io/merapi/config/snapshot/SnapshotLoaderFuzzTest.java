package io.merapi.config.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever the bytes are, loading them ends with objects and problems, soon. */
class SnapshotLoaderFuzzTest {

  private static final int INPUTS = 100_000;

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

  /** Pieces of text that mean something to a parser. */
  private static final List<String> PIECES =
      List.of(
          "{",
          "}",
          "[",
          "]",
          ":",
          ",",
          "- ",
          "? ",
          "&a ",
          "*a",
          "*m",
          "<<: *base",
          "!!int ",
          "!x ",
          "|\n",
          ">-\n",
          "'",
          "\"",
          "\\u",
          "\\",
          "#",
          "%YAML 1.2\n",
          "---\n",
          "...\n",
          "\n",
          "\t",
          " ",
          "null",
          "~",
          "true",
          "-1",
          "1e999",
          "0x",
          ".nan",
          "99999999999999999999",
          "kind: ",
          "items: ",
          "\"kind\":",
          "\"items\":[",
          "apiVersion: v1\n",
          "\0",
          "\u0085",
          "\u2028",
          "\ufeff",
          "\ud800",
          "🌋",
          "&a [*a]",
          "{<<: {<<: *m}}",
          "metadata: ",
          "[[[[[[",
          "{a: {b: {");

  @Test
  void mutatedTextsGiveObjectsAndProblemsAndNothingElse() {
    var random = new SplittableRandom(20_300_131);
    long[] outcomes = new long[3];
    for (int i = 0; i < INPUTS; i++) {
      byte[] input = mutated(random);
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
    var aliases = new StringBuilder("a0: &a0 {x: y}\n");
    var merges = new StringBuilder("a0: &a0 {x: y}\n");
    for (int i = 1; i < 100; i++) {
      aliases.append("a%d: &a%d [*a%d, *a%d]\n".formatted(i, i, i - 1, i - 1));
      merges.append("a%d: &a%d {<<: [*a%d, *a%d], k%d: v}\n".formatted(i, i, i - 1, i - 1, i));
    }
    byte[] zeros = gzip(new byte[64 << 20]);
    return Stream.of(
        bomb("aliases", aliases.toString()),
        bomb("merge keys", merges.toString()),
        bomb("an anchor inside itself", "&a [*a]"),
        bomb("anchors inside anchors", "&a [".repeat(100_000)),
        bomb("deep lists of YAML", "[".repeat(1_000_000)),
        bomb("deep blocks of YAML", "- ".repeat(1_000_000)),
        bomb("deep keys of YAML", "? ".repeat(1_000_000)),
        bomb("deep objects of YAML", "{a: ".repeat(1_000_000)),
        bomb("deep objects of JSON", "{\"a\":".repeat(1_000_000)),
        bomb("deep lists of JSON", "{\"a\":" + "[".repeat(1_000_000)),
        bomb("a long plain scalar", "a: " + "b".repeat(5 << 20)),
        bomb("a long plain scalar of many words", "a: " + "b ".repeat(3 << 20)),
        bomb("a long plain scalar of many lines", "a: " + "b\n  ".repeat(2 << 20)),
        bomb("a long quoted scalar", "a: '" + "b".repeat(5 << 20)),
        bomb("a long literal", "a: |\n" + " b\n".repeat(3 << 20)),
        bomb("a long number", "{kind: Pod, apiVersion: " + "7".repeat(3 << 20) + ", spec: 1}"),
        bomb("a long exponent", "{kind: Pod, apiVersion: 1e" + "7".repeat(3 << 20) + ", spec: 1}"),
        bomb("a long comment", "#" + "b".repeat(5 << 20)),
        bomb("a long tag", "!<" + "b".repeat(5 << 20) + "> a"),
        bomb("a long anchor", "&" + "b".repeat(5 << 20) + " a"),
        bomb("a long directive", "%" + "b".repeat(5 << 20) + "\n--- a"),
        bomb("blank lines", "a\n" + "\n".repeat(5 << 20)),
        bomb("a long string of JSON", "{\"a\":\"" + "b".repeat(5 << 20)),
        bomb("a long name of JSON", "{\"" + "b".repeat(5 << 20)),
        bomb("a long number of JSON", "{\"a\":" + "1".repeat(5 << 20)),
        bomb("many different fields", fields(300_000)),
        bomb("many items without a kind", "{\"items\":[" + "{\"a\":1},".repeat(300_000) + "1]}"),
        bomb("many documents", "--- 1\n".repeat(50_000)),
        bomb("a quantity of a large exponent", quantity("1e999999999")),
        bomb("a quantity of many digits", quantity("'" + "9".repeat(1_000_000) + "'")),
        Arguments.of("zeros, compressed", zeros),
        Arguments.of("truncated gzip", Arrays.copyOf(zeros, zeros.length / 2)),
        Arguments.of("gzip of nothing", new byte[] {0x1f, (byte) 0x8b}),
        Arguments.of("invalid UTF-8", new byte[] {'a', ':', (byte) 0xff, (byte) 0xfe, '\n'}),
        Arguments.of("half a UTF-16 mark", new byte[] {(byte) 0xfe, (byte) 0xff, 'a'}),
        Arguments.of("NULs", new byte[1 << 20]));
  }

  private static Arguments bomb(String name, String text) {
    return Arguments.of(name, text.getBytes(StandardCharsets.UTF_8));
  }

  private static String fields(int count) {
    var text = new StringBuilder("{");
    for (int i = 0; i < count; i++) {
      text.append('a').append(i).append(": b, ");
    }
    return text.toString();
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

  private static byte[] mutated(SplittableRandom random) {
    byte[] input = pick(VALID, random).getBytes(StandardCharsets.UTF_8);
    int changes = 1 + random.nextInt(4);
    for (int i = 0; i < changes; i++) {
      input = mutate(input, random);
    }
    return random.nextInt(50) == 0 ? gzip(input, random) : input;
  }

  private static byte[] mutate(byte[] input, SplittableRandom random) {
    int at = random.nextInt(input.length + 1);
    int end = Math.min(input.length, at + 1 + random.nextInt(20));
    return switch (random.nextInt(8)) {
      case 0 -> splice(input, at, at, bytes(pick(PIECES, random)));
      case 1 -> splice(input, at, end, bytes(pick(PIECES, random)));
      case 2 -> splice(input, at, end, new byte[0]);
      case 3 -> splice(input, at, at, Arrays.copyOfRange(input, at, end));
      case 4 -> splice(input, at, Math.min(input.length, at + 1), any(random));
      case 5 -> Arrays.copyOf(input, at);
      case 6 -> lineElsewhere(input, random);
      default -> {
        int from = random.nextInt(input.length + 1);
        int to = Math.min(input.length, from + random.nextInt(60));
        yield splice(input, at, at, Arrays.copyOfRange(input, from, to));
      }
    };
  }

  /**
   * The text with one line taken out, or put somewhere else: the structure changes, not the words.
   */
  private static byte[] lineElsewhere(byte[] input, SplittableRandom random) {
    List<String> lines = new String(input, StandardCharsets.UTF_8).lines().toList();
    if (lines.isEmpty()) {
      return input;
    }
    String line = pick(lines, random);
    int skipped = random.nextInt(lines.size());
    int target = random.nextInt(lines.size());
    var text = new StringBuilder();
    for (int i = 0; i < lines.size(); i++) {
      if (i == target) {
        text.append(line).append('\n');
      }
      if (i != skipped) {
        text.append(lines.get(i)).append('\n');
      }
    }
    return bytes(text.toString());
  }

  private static byte[] any(SplittableRandom random) {
    return new byte[] {(byte) random.nextInt(256)};
  }

  private static byte[] splice(byte[] input, int start, int end, byte[] replacement) {
    byte[] result = new byte[input.length - (end - start) + replacement.length];
    System.arraycopy(input, 0, result, 0, start);
    System.arraycopy(replacement, 0, result, start, replacement.length);
    System.arraycopy(input, end, result, start + replacement.length, input.length - end);
    return result;
  }

  private static byte[] gzip(byte[] input, SplittableRandom random) {
    try {
      byte[] whole = gzip(input);
      return random.nextBoolean() ? whole : mutate(whole, random);
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

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String pick(List<String> texts, SplittableRandom random) {
    return texts.get(random.nextInt(texts.size()));
  }
}
