package io.merapi.config.plugins;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.merapi.api.plugin.BatchPluginSpec;
import io.merapi.api.plugin.KubePluginSpec;
import io.merapi.api.plugin.PluginSpec;
import io.merapi.config.source.Problem;
import io.merapi.testkit.JarBuilder;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PluginDirectoryTest {

  /** A whole kube plugin; {@code %s} stands for its name, its reason and what its spec does. */
  private static final String PLUGIN =
      """
      package acme;

      import io.merapi.api.feature.FeatureGates;
      import io.merapi.api.framework.*;
      import io.merapi.api.node.NodeInfo;
      import io.merapi.api.plugin.*;
      import io.merapi.api.pod.PodInfo;

      public final class Spec implements KubePluginSpec<NoArguments> {
        public Spec() { %3$s }
        public String name() { return "%1$s"; }
        public Class<Closed> type() { return Closed.class; }
        public NoArguments bind(Arguments in, FeatureGates gates) { return NoArguments.NONE; }
        public Plugin make(NoArguments arguments, PluginContext context) { return new Closed(); }

        static final class Closed implements FilterPlugin {
          public String name() { return "%1$s"; }
          public Verdict filter(CycleState state, PodInfo pod, NodeInfo node) {
            return Verdict.unschedulable(Reason.of("Closed", "%2$s"));
          }
        }
      }
      """;

  @TempDir Path temp;
  private Path plugins = Path.of("");
  private int jars;

  @BeforeEach
  void makeDirectory() throws IOException {
    plugins = Files.createDirectory(temp.resolve("plugins"));
  }

  @Test
  void aPluginIsFoundByItsServiceEntryInItsOwnClassLoader() throws IOException {
    jar("a.jar", "Acme", "closed", "");
    jar("b.jar", "Other", "closed", "");
    PluginSet set = new PluginDirectory(plugins).refresh();

    assertThat(set.problems()).isEmpty();
    assertThat(set.jars()).isEqualTo(Map.of("a.jar", List.of("Acme"), "b.jar", List.of("Other")));
    // Both JARs have a class of this very name.
    assertThat(spec(set, "Acme").getClass()).isNotEqualTo(spec(set, "Other").getClass());
    assertThat(spec(set, "Acme").getClass().getName())
        .isEqualTo(spec(set, "Other").getClass().getName());
  }

  @Test
  void aPluginSeesTheApiAndNothingElseOfTheProgram() throws Exception {
    jar("a.jar", "Acme", "closed", "");
    ClassLoader loader = loader(new PluginDirectory(plugins).refresh(), "Acme");

    assertThat(loader.loadClass(PluginSpec.class.getName())).isSameAs(PluginSpec.class);
    for (String hidden :
        List.of(
            "io.merapi.kube.framework.SchedulerParts",
            PluginDirectory.class.getName(),
            "tools.jackson.core.JsonParser",
            "org.junit.jupiter.api.Test")) {
      assertThatThrownBy(() -> loader.loadClass(hidden)).isInstanceOf(ClassNotFoundException.class);
    }
  }

  @Test
  void aPluginReadsResourcesOfItsOwnJar() throws IOException {
    builder("Acme", "closed", "")
        .file("acme/words in a file.txt", "hello")
        .write(plugins.resolve("a.jar"));
    ClassLoader loader = loader(new PluginDirectory(plugins).refresh(), "Acme");
    try (var in = loader.getResourceAsStream("acme/words in a file.txt")) {
      assertThat(in).hasContent("hello");
    }
    assertThat(loader.getResource("io/merapi/api/plugin/PluginSpec.class")).isNull();
  }

  @Test
  void whatHasNotChangedIsTheSameSetHoweverNewTheFileIs() throws IOException {
    Path jar = jar("a.jar", "Acme", "closed", "");
    var directory = new PluginDirectory(plugins);
    PluginSet before = directory.refresh();
    byte[] content = Files.readAllBytes(jar);
    Files.delete(jar);
    Files.write(jar, content);
    Files.setLastModifiedTime(jar, FileTime.fromMillis(1));

    assertThat(directory.refresh()).isSameAs(before);
  }

  @Test
  void aReplacedFileIsANewVersionAndTheOldOneGoesOnUntilItIsLetGo() throws IOException {
    jar("a.jar", "Acme", "old reason", "");
    var directory = new PluginDirectory(plugins);
    PluginSet old = directory.refresh();
    jar("a.jar", "Acme", "new reason", "");
    PluginSet now = directory.refresh();

    assertThat(now.problems()).isEmpty();
    assertThat(spec(now, "Acme")).isNotSameAs(spec(old, "Acme"));
    // A class that the old version had no need of before is still there.
    assertThat(spec(old, "Acme").type().getName()).isEqualTo("acme.Spec$Closed");
  }

  @Test
  void aNewVersionLeavesOtherJarsAlone() throws IOException {
    jar("a.jar", "Acme", "old reason", "");
    jar("b.jar", "Other", "closed", "");
    var directory = new PluginDirectory(plugins);
    PluginSet old = directory.refresh();
    jar("a.jar", "Acme", "new reason", "");

    assertThat(spec(directory.refresh(), "Other")).isSameAs(spec(old, "Other"));
  }

  @Test
  void aRemovedFileTakesItsPluginsWithIt() throws IOException {
    Path jar = jar("a.jar", "Acme", "closed", "");
    var directory = new PluginDirectory(plugins);
    directory.refresh();
    Files.delete(jar);
    PluginSet now = directory.refresh();

    assertThat(now.jars()).isEmpty();
    assertThat(now.kube().named("Acme")).isEmpty();
  }

  @Test
  void aBrokenVersionIsNamedAndTheOneBeforeStays() throws IOException {
    jar("a.jar", "Acme", "closed", "");
    jar("b.jar", "Other", "closed", "");
    var directory = new PluginDirectory(plugins);
    PluginSet old = directory.refresh();
    Files.writeString(plugins.resolve("a.jar"), "half of a file");
    PluginSet now = directory.refresh();

    assertThat(spec(now, "Acme")).isSameAs(spec(old, "Acme"));
    assertThat(now.problems())
        .singleElement()
        .satisfies(problem -> {
          assertThat(problem.toString())
              .endsWith("a.jar: is no JAR, or one that is not complete yet");
          assertThat(problem.advice()).isEqualTo("the version that was loaded before stays in use");
        });
    assertThat(directory.refresh()).isSameAs(now);

    jar("a.jar", "Acme", "repaired", "");
    assertThat(directory.refresh().problems()).isEmpty();
  }

  @Test
  void aFileThatIsBeingWrittenIsNotTakenForWhole() throws IOException {
    Path jar = jar("a.jar", "Acme", "closed", "");
    byte[] whole = Files.readAllBytes(jar);
    for (int length = 0; length < whole.length; length += 97) {
      Files.write(jar, Arrays.copyOf(whole, length));
      PluginSet set = new PluginDirectory(plugins).refresh();
      assertThat(set.jars()).isEmpty();
      assertThat(set.problems()).hasSize(1);
    }
  }

  @Test
  void eachBrokenJarIsToldInOneLineAndTheOthersAreLoaded() throws IOException {
    jar("good.jar", "Good", "closed", "");
    jar("throws.jar", "Throws", "closed", "throw new IllegalStateException(\"no licence\");");
    jar("taken.jar", "NodeName", "closed", "");
    jar("twin.jar", "Good", "closed", "");
    jar("unnamed.jar", " ", "closed", "");
    builder("Lost", "closed", "")
        .service(KubePluginSpec.class, "acme.Gone")
        .write(plugins.resolve("lost.jar"));
    builder("Wrong", "closed", "")
        .service(BatchPluginSpec.class, "acme.Spec")
        .write(plugins.resolve("wrong.jar"));
    JarBuilder.in(work()).file("readme.txt", "hello").write(plugins.resolve("empty.jar"));
    Files.writeString(plugins.resolve("magic.so"), "ELF");
    Files.writeString(plugins.resolve("notes.txt"), "not looked at");

    PluginSet set = new PluginDirectory(plugins).refresh();

    assertThat(set.jars()).isEqualTo(Map.of("good.jar", List.of("Good")));
    assertThat(set.problems())
        .extracting(problem -> problem.toString().substring(plugins.toString().length() + 1))
        .containsExactlyInAnyOrder(
            "empty.jar: names no plugin: neither"
                + " META-INF/services/io.merapi.api.plugin.KubePluginSpec nor"
                + " META-INF/services/io.merapi.api.plugin.BatchPluginSpec is in it",
            "lost.jar: cannot be loaded: io.merapi.api.plugin.KubePluginSpec: Provider acme.Gone"
                + " not found",
            "wrong.jar: cannot be loaded: io.merapi.api.plugin.BatchPluginSpec: acme.Spec not a"
                + " subtype",
            "throws.jar: cannot be loaded: io.merapi.api.plugin.KubePluginSpec: Provider acme.Spec"
                + " could not be instantiated: java.lang.IllegalStateException: no licence",
            "taken.jar: has a plugin named (NodeName), and so has the program itself",
            "twin.jar: has a plugin named (Good), and so has good.jar",
            "unnamed.jar: has a plugin without a name: acme.Spec",
            "magic.so: is a plugin in Go, which only vc-scheduler can load");
    assertThat(set.problems())
        .extracting(Problem::severity)
        .containsOnly(Problem.Severity.FALLBACK);
  }

  @Test
  void aNewcomerCannotTakeANameThatIsInUse() throws IOException {
    jar("b.jar", "Acme", "closed", "");
    var directory = new PluginDirectory(plugins);
    PluginSet old = directory.refresh();
    jar("a.jar", "Acme", "closed", "");
    PluginSet now = directory.refresh();

    assertThat(spec(now, "Acme")).isSameAs(spec(old, "Acme"));
    assertThat(now.problems())
        .extracting(Problem::message)
        .singleElement()
        .asString()
        .isEqualTo("has a plugin named (Acme), and so has b.jar");

    Files.delete(plugins.resolve("b.jar"));
    PluginSet renamed = directory.refresh();
    assertThat(renamed.problems()).isEmpty();
    assertThat(renamed.jars()).containsOnlyKeys("a.jar");
  }

  /** The JAR was built against a merapi-api that had more methods, or demanded fewer. */
  @Test
  void aJarForAnotherApiIsFoundBeforeItIsUsed() throws IOException {
    JarBuilder other =
        JarBuilder.in(work())
            .source(
                "io.merapi.api.framework.Reason",
                """
                package io.merapi.api.framework;
                public interface Reason {
                  static Reason of(String code, String summary) { return null; }
                  static Reason translated(String code) { return null; }
                }
                """);
    JarBuilder.in(work())
        .against(other.classes())
        .against(PluginSpec.class)
        .against(Nullable.class)
        .source(
            "acme.Spec",
            PLUGIN
                .replace("Reason.of(\"Closed\", \"%2$s\")", "Reason.translated(\"Closed\")")
                .formatted("Acme", "", ""))
        .service(KubePluginSpec.class, "acme.Spec")
        .write(plugins.resolve("newer.jar"));

    PluginSet set = new PluginDirectory(plugins).refresh();
    assertThat(set.jars()).isEmpty();
    assertThat(set.problems())
        .extracting(Problem::message)
        .singleElement()
        .asString()
        .isEqualTo(
            "uses io.merapi.api.framework.Reason.translated(…), which the merapi-api of this"
                + " program does not have");
  }

  @Test
  void aPluginThatLacksAMethodOfItsPointIsFoundBeforeItIsUsed() throws IOException {
    JarBuilder other =
        JarBuilder.in(work())
            .against(PluginSpec.class)
            .against(Nullable.class)
            .source(
                "io.merapi.api.framework.FilterPlugin",
                """
                package io.merapi.api.framework;
                public interface FilterPlugin extends Plugin {}
                """);
    JarBuilder.in(work())
        .against(other.classes())
        .against(PluginSpec.class)
        .against(Nullable.class)
        .source(
            "acme.Spec",
            PLUGIN
                .replaceAll("(?s)public Verdict filter.*?\\n    \\}", "")
                .formatted("Acme", "", ""))
        .service(KubePluginSpec.class, "acme.Spec")
        .write(plugins.resolve("older.jar"));

    PluginSet set = new PluginDirectory(plugins).refresh();
    assertThat(set.problems())
        .extracting(Problem::message)
        .singleElement()
        .asString()
        .isEqualTo(
            "has a plugin (Acme) that does not implement filter of"
                + " io.merapi.api.framework.FilterPlugin");
  }

  @Test
  void aClassForALaterJavaIsToldByItsVersion() throws IOException {
    JarBuilder builder = builder("Acme", "closed", "");
    Path spec = builder.classes().resolve("acme/Spec.class");
    byte[] content = Files.readAllBytes(spec);
    content[7] = 99;
    Files.write(spec, content);
    builder.write(plugins.resolve("later.jar"));

    PluginSet set = new PluginDirectory(plugins).refresh();
    assertThat(set.problems())
        .extracting(Problem::message)
        .singleElement()
        .asString()
        .startsWith("has a class (acme/Spec.class) for Java 55, and this is Java ");
  }

  @Test
  void aMissingDirectoryIsAnErrorOfTheCaller() {
    assertThatThrownBy(() -> new PluginDirectory(temp.resolve("nowhere")).refresh())
        .isInstanceOf(NoSuchFileException.class);
    assertThatThrownBy(
            () -> {
              Path file = Files.writeString(temp.resolve("file"), "");
              new PluginDirectory(file).refresh();
            })
        .isInstanceOf(IOException.class)
        .hasMessageContaining("is no directory");
  }

  @Test
  void theClassesOfAReplacedJarAreCollected() throws Exception {
    jar("a.jar", "Acme", "old reason", "");
    var directory = new PluginDirectory(plugins);
    WeakReference<ClassLoader> old = new WeakReference<>(loader(directory.refresh(), "Acme"));
    jar("a.jar", "Acme", "new reason", "");
    PluginSet now = directory.refresh();

    awaitCollection(old);
    assertThat(now.kube().named("Acme")).isPresent();
  }

  static void awaitCollection(WeakReference<?> reference) throws InterruptedException {
    for (int i = 0; i < 100 && reference.get() != null; i++) {
      System.gc();
      Thread.sleep(10);
    }
    assertThat(reference.get()).as("what nothing uses any more").isNull();
  }

  private Path jar(String file, String name, String reason, String construction) {
    return builder(name, reason, construction).write(plugins.resolve(file));
  }

  private JarBuilder builder(String name, String reason, String construction) {
    return JarBuilder.in(work())
        .against(PluginSpec.class)
        .against(Nullable.class)
        .source("acme.Spec", PLUGIN.formatted(name, reason, construction))
        .service(KubePluginSpec.class, "acme.Spec");
  }

  private Path work() {
    return temp.resolve("work-" + jars++);
  }

  private static KubePluginSpec<?> spec(PluginSet set, String name) {
    return set.kube().named(name).orElseThrow();
  }

  private static ClassLoader loader(PluginSet set, String name) {
    return spec(set, name).getClass().getClassLoader();
  }
}
