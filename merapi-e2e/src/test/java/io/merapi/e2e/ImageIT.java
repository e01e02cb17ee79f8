package io.merapi.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import io.merapi.e2e.ImageFile.Ended;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The container image and the list of its components, as the profile {@code release} makes them.
 */
class ImageIT {

  private static final Path TARGET = Path.of("..", "merapi-cli", "target");
  private static final Path IMAGE = TARGET.resolve("merapi-image.tar");
  private static final String BUILD =
      "no image in merapi-cli/target: mvn -B package -Prelease -DskipTests -pl merapi-cli -am";

  /** What libraries use where it is there: beans of JavaBeans, compilers for tests of rules. */
  private static final Set<String> DONE_WITHOUT = Set.of("java.desktop", "java.compiler");

  @TempDir private static Path directory;

  private static ImageFile image;

  @BeforeAll
  static void unpack() throws IOException {
    if (!Files.exists(IMAGE)) {
      skip(BUILD);
    }
    image = ImageFile.unpack(IMAGE.toAbsolutePath().normalize(), directory);
  }

  /** Skips a test; where that must not be, it fails. */
  private static void skip(String why) {
    if (System.getenv("CI") == null) {
      abort(why);
    } else {
      fail(why);
    }
  }

  @Test
  void itStartsTheProgramAsNobodyInParticular() throws IOException {
    assertThat(image.config("Entrypoint"))
        .hasToString("[/opt/java/bin/java, @/app/merapi.options, io.merapi.cli.Merapi]");
    assertThat(image.config("User")).isEqualTo("65532:65532");
    assertThat(image.config("Labels"))
        .asString()
        .contains(
            "org.opencontainers.image.title=Merapi",
            "org.opencontainers.image.licenses=Apache-2.0");
  }

  @Test
  void librariesOfOthersAreInAnotherLayerThanTheProgram() {
    List<List<String>> jars =
        image.layers().stream()
            .map(layer -> layer.stream().filter(file -> file.endsWith(".jar")).toList())
            .filter(layer -> !layer.isEmpty())
            .toList();

    assertThat(jars).hasSizeGreaterThanOrEqualTo(2);
    assertThat(jars)
        .allSatisfy(layer ->
            assertThat(layer.stream().map(file -> file.contains("/merapi-")).distinct())
                .hasSize(1));
  }

  @Test
  void itHoldsTheProgramAndNothingElse() {
    List<String> files =
        image.layers().stream()
            .flatMap(List::stream)
            .filter(file -> !file.endsWith("/"))
            .sorted()
            .toList();

    assertThat(files)
        .contains(
            "app/LICENSE",
            "app/merapi.aot",
            "app/merapi.options",
            "opt/java/bin/java",
            "opt/java/legal/java.base/LICENSE")
        .anyMatch(file -> file.startsWith("app/libs/merapi-kube-"))
        .anyMatch(file -> file.startsWith("app/classpath/merapi-cli-"));
    assertThat(files)
        .noneMatch(file -> file.matches(".*/(sh|bash|dash|busybox|apt|dpkg|curl)"))
        .noneMatch(file -> file.matches(".*(testkit|bench|junit|assertj|archunit|jmh|helm).*"))
        .noneMatch(file -> file.matches(".*/(javac|jshell|jcmd)"));
    // Whatever is neither of these would have to be looked at.
    assertThat(files)
        .allMatch(file ->
            file.matches("(app|opt/java|etc|tmp|lib|lib64|usr/lib|usr/lib64|usr/share/doc)/.*"));
  }

  @Test
  void itsJavaHasTheModulesThatTheJarsNeed() throws IOException {
    List<String> jars =
        image.layers().stream()
            .flatMap(List::stream)
            .filter(ImageIT::isOfTheClassPath)
            .map(file -> image.root().resolve(file).toString())
            .toList();
    var arguments =
        new ArrayList<>(
            List.of("--multi-release", "25", "--ignore-missing-deps", "--print-module-deps"));
    arguments.addAll(jars);
    var output = new StringWriter();
    ToolProvider.findFirst("jdeps")
        .orElseThrow()
        .run(new PrintWriter(output), new PrintWriter(output), arguments.toArray(String[]::new));
    String release = Files.readString(image.root().resolve("opt/java/release"));

    assertThat(output.toString().lines().toList().getLast().split(","))
        .filteredOn(module -> !DONE_WITHOUT.contains(module))
        .allSatisfy(module -> assertThat(release).containsPattern("[ \"]" + module + "[ \"]"));
  }

  @Test
  void itRunsWithNothingButItsOwnFiles() throws IOException {
    requireRoot();
    Ended version = image.run("run", "--version");
    assertThat(version.code()).as(version.output()).isZero();
    assertThat(version.output()).contains("0.1.0");

    Files.createDirectories(image.root().resolve("given"));
    Path conf = image.root().resolve("given/volcano-scheduler.conf");
    Files.writeString(conf, "actions: allocate\ntiers:\n- plugins:\n  - name: gang\n");
    Ended validated = image.run("validate", "/given/volcano-scheduler.conf");
    assertThat(validated.code()).as(validated.output()).isZero();
    assertThat(validated.output()).contains("1 tier");
  }

  @Test
  void theCacheOfClassesIsUsed() throws IOException {
    requireRoot();
    Ended strict =
        image.java("-XX:AOTMode=on", "@/app/merapi.options", "io.merapi.cli.Merapi", "--version");

    assertThat(strict.code()).as(strict.output()).isZero();
  }

  @Test
  void aRunWithoutAClusterSaysSo() throws IOException {
    requireRoot();
    Ended ended = image.run("run", "--mode=kube");

    assertThat(ended.code()).as(ended.output()).isEqualTo(2);
    assertThat(ended.output()).contains("neither a kubeconfig nor a service account");
  }

  @Test
  void theListOfComponentsHasEveryJarOfTheImage() throws IOException {
    String bom = Files.readString(TARGET.resolve("merapi-bom.json"));

    assertThat(bom).contains("\"bomFormat\" : \"CycloneDX\"");
    for (List<String> layer : image.layers()) {
      for (String file : layer) {
        if (isOfTheClassPath(file) && !file.contains("merapi-cli")) {
          String name = file.substring(file.lastIndexOf('/') + 1, file.length() - 4);
          assertThat(bom).contains(purl(name));
        }
      }
    }
  }

  private static boolean isOfTheClassPath(String file) {
    return file.startsWith("app/") && file.endsWith(".jar");
  }

  /** How a list of components names a jar, but for who made it. */
  private static String purl(String jar) {
    String[] parts = jar.split("-(?=\\d)", 2);
    return "/%s@%s?type=jar".formatted(parts[0], parts[1]);
  }

  private static void requireRoot() {
    if (!"root".equals(System.getProperty("user.name"))) {
      skip("only root can run an image without a container engine");
    }
  }
}
