package io.merapi.config.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.config.objects.LongText;
import io.merapi.config.source.Problem;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotLoaderTest {

  private static final String POD = "{apiVersion: v1, kind: Pod, metadata: {name: %s}}\n";
  private static final String NODE_JSON =
      "{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"metadata\":{\"name\":\"%s\"}}\n";

  @TempDir private Path folder;
  private final List<String> keys = new ArrayList<>();
  private String standardInput = "";

  @Test
  void readsFilesByTheirContentWhateverTheirNames() throws IOException {
    write("a.json", POD.formatted("a"));
    write("b.yaml", NODE_JSON.formatted("b"));
    write("c", "\ufeff" + NODE_JSON.formatted("c"));
    Files.write(folder.resolve("d.txt"), gzip(POD.formatted("d")));
    LoadResult result = load("a.json", "b.yaml", "c", "d.txt");
    assertThat(keys).containsExactly("default/a", "b", "c", "default/d");
    assertThat(result.counts()).hasToString("{POD=2, NODE=2}");
    assertThat(result.problems()).isEmpty();
    assertThat(result.usable(false)).isTrue();
  }

  @Test
  void readsDirectoriesInTheOrderOfTheirPaths() throws IOException {
    write("dump/b/pods.yml", POD.formatted("b"));
    write("dump/a.yaml", POD.formatted("a"));
    Files.write(folder.resolve("dump/c.json.gz"), gzip(NODE_JSON.formatted("c")));
    write("dump/notes.txt", "not read");
    write("dump/.git/d.yaml", POD.formatted("d"));
    load("dump");
    assertThat(keys).containsExactly("default/a", "default/b", "c");
  }

  @Test
  void readsStandardInput() {
    standardInput = POD.formatted("a") + "---\n" + POD.formatted("b");
    LoadResult result = loader().load(List.of("-"), this::take);
    assertThat(keys).containsExactly("default/a", "default/b");
    assertThat(result.objects()).isEqualTo(2);
  }

  @Test
  void countsTheKindsThatItSkips() throws IOException {
    write(
        "f.yaml",
        """
        {apiVersion: v1, kind: Secret}
        ---
        {apiVersion: apps/v1, kind: DaemonSet}
        ---
        {apiVersion: v1, kind: Secret}
        """);
    LoadResult result = load("f.yaml");
    assertThat(result.skipped()).hasToString("{DaemonSet.apps=1, Secret=2}");
    assertThat(result.skippedObjects()).isEqualTo(3);
    assertThat(result.usable(false)).isTrue();
  }

  @Test
  void setsMalformedObjectsAsideAndReportsThemAll() throws IOException {
    write(
        "f.yaml",
        """
        apiVersion: v1
        items:
        - apiVersion: v1
          kind: Pod
          metadata:
            name: a
          spec:
            containers:
            - name: c
              resources:
                requests:
                  cpu: many
        - apiVersion: v1
          kind: Pod
          metadata:
            name: b
        - apiVersion: v1
          kind: Node
          metadata: {}
        kind: List
        """);
    LoadResult result = load("f.yaml");
    assertThat(keys).containsExactly("default/b");
    assertThat(problems(result))
        .containsExactly(
            "f.yaml:12:16: spec.containers[0].resources.requests.cpu (many) must be a quantity"
                + " such as 500m or 2Gi",
            "f.yaml:17:3: metadata.name must be given");
    assertThat(result.setAside()).isEqualTo(2);
    assertThat(result.usable(false)).isFalse();
    assertThat(result.usable(true)).isTrue();
  }

  @Test
  void aBrokenTextEndsItsFileButNotTheOthers() throws IOException {
    write("a.yaml", POD.formatted("a") + "---\n{apiVersion: v1, kind: Pod, metadata: {\n");
    write("b.json", NODE_JSON.formatted("b") + "{\"apiVersion\":\"v1\",");
    write("c.yaml", POD.formatted("c"));
    byte[] whole = gzip(POD.formatted("d"));
    Files.write(folder.resolve("d.gz"), Arrays.copyOf(whole, whole.length - 12));
    LoadResult result = load("a.yaml", "b.json", "c.yaml", "d.gz");
    assertThat(keys).contains("default/a", "b", "default/c");
    assertThat(problems(result))
        .containsExactly(
            "a.yaml:4:1: while parsing a flow node, expected the node content, but found"
                + " '<stream end>'",
            "b.json:2:20: Unexpected end-of-input within/between Object entries",
            "d.gz: Unexpected end of ZLIB input stream");
    assertThat(result.broken()).isEqualTo(3);
    assertThat(result.usable(false)).isFalse();
  }

  @Test
  void anObjectGivenTwiceIsReportedWithBothPlaces() throws IOException {
    write("a.yaml", POD.formatted("a") + "---\n" + POD.formatted("b"));
    write("b.yaml", "\n" + POD.formatted("a"));
    write("c.json", NODE_JSON.formatted("a"));
    LoadResult result = load("a.yaml", "b.yaml", "c.json");
    assertThat(keys).containsExactly("default/a", "default/b", "a");
    assertThat(problems(result))
        .containsExactly(
            "b.yaml:2:1: metadata.name (default/a) must not be that of another Pod, which stands"
                + " at "
                + folder
                + "/a.yaml:1:1");
  }

  @Test
  void pathsThatCannotBeOpenedAreNeverPassedOver() throws IOException {
    Files.createDirectory(folder.resolve("empty"));
    LoadResult result = load("missing.yaml", "empty");
    assertThat(problems(result))
        .containsExactly(
            "missing.yaml: cannot be opened: it does not exist",
            "empty: must hold at least one .yaml, .yml or .json file (or .gz)");
    assertThat(result.unreadable()).isEqualTo(2);
    assertThat(result.usable(true)).isFalse();
  }

  @Test
  void anEmptyFileHoldsNoObjectsAndIsNoProblem() throws IOException {
    write("empty.yaml", "");
    write("blank.json", " \n");
    write("comments.yaml", "# nothing\n---\n# here\n---\n");
    LoadResult result = load("empty.yaml", "blank.json", "comments.yaml");
    assertThat(result.problemCount()).isZero();
    assertThat(result.objects()).isZero();
  }

  @Test
  void tellsItsProgressInBytesBeforeDecompression() throws IOException {
    byte[] compressed = gzip(POD.formatted("a"));
    Files.write(folder.resolve("a.gz"), compressed);
    write("b.yaml", POD.formatted("b"));
    var progress = new ArrayList<Long>();
    new SnapshotLoader(InputStream.nullInputStream(), progress::add)
        .load(List.of(folder.resolve("a.gz").toString(), folder + "/b.yaml"), this::take);
    assertThat(progress).isSorted();
    assertThat(progress.getLast())
        .isEqualTo(compressed.length + (long) POD.formatted("b").length());
  }

  @Test
  void keepsTheFirstThousandProblemsAndCountsThemAll() throws IOException {
    write("f.yaml", "--- 1\n".repeat(1_500));
    LoadResult result = load("f.yaml");
    assertThat(result.problems()).hasSize(1_000);
    assertThat(result.problemCount()).isEqualTo(1_500);
    assertThat(result.setAside()).isEqualTo(1_500);
  }

  @Test
  void streamsAListThatIsLargerThanAnyOneObjectMayBe() {
    int count = 60_000;
    String filler = "x".repeat(500);
    Stream<String> pods =
        IntStream.range(0, count)
            .mapToObj(i ->
                """
                %s{"apiVersion":"v1","kind":"Pod",
                "metadata":{"name":"p%d","annotations":{"a":"%s"}}}
                """
                    .formatted(i == 0 ? "" : ",", i, filler));
    InputStream items =
        LongText.of(
            Stream.concat(
                Stream.concat(Stream.of("{\"apiVersion\":\"v1\",\"items\":["), pods),
                Stream.of("],\"kind\":\"List\"}")));
    LoadResult result = new SnapshotLoader(items).load(List.of("-"), _ -> {});
    assertThat(result.counts()).containsEntry(ObjectKind.POD, (long) count);
    assertThat(result.problems()).isEmpty();
  }

  private SnapshotLoader loader() {
    return new SnapshotLoader(new ByteArrayInputStream(bytes(standardInput)));
  }

  private LoadResult load(String... names) {
    List<String> paths = Arrays.stream(names).map(name -> folder.resolve(name).toString()).toList();
    return loader().load(paths, this::take);
  }

  private void take(ClusterObject object) {
    keys.add(object.key());
  }

  private List<String> problems(LoadResult result) {
    return result.problems().stream()
        .map(Problem::toString)
        .map(line -> line.substring(folder.toString().length() + 1))
        .toList();
  }

  private void write(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private static byte[] gzip(String text) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var out = new GZIPOutputStream(bytes)) {
      out.write(bytes(text));
    }
    return bytes.toByteArray();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
