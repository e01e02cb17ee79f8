package io.merapi.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.plugin.PluginSpec;
import io.merapi.testkit.JarBuilder;
import io.merapi.testkit.PodBuilder;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example project, built and used as its users would. */
class CustomPluginsTest {

  private static final Path EXAMPLE = Path.of("../examples/plugins");
  private static final String DEMO = EXAMPLE + "/demo/";

  @TempDir static Path temp = Path.of("");
  private static Path plugins = Path.of("");
  private static Path classes = Path.of("");

  @BeforeAll
  static void build() {
    JarBuilder example =
        JarBuilder.in(temp.resolve("example"))
            .against(PluginSpec.class)
            .against(Nullable.class)
            .sources(EXAMPLE.resolve("src/main/java"))
            .files(EXAMPLE.resolve("src/main/resources"));
    classes = example.classes();
    plugins = temp.resolve("plugins");
    example.write(plugins.resolve("scheduling-plugins-1.0.jar"));
  }

  @Test
  void itsOwnTestsPass() throws Exception {
    JarBuilder tests =
        JarBuilder.in(temp.resolve("tests"))
            .against(classes)
            .against(PluginSpec.class)
            .against(PodBuilder.class)
            .against(Test.class)
            .against(org.apiguardian.api.API.class)
            .sources(EXAMPLE.resolve("src/test/java"));
    URL[] path = {classes.toUri().toURL(), tests.classes().toUri().toURL()};
    int run = 0;
    try (var loader = new URLClassLoader(path, getClass().getClassLoader())) {
      for (String name : new String[] {"RackAffinityTest", "EarliestDeadlineTest"}) {
        Class<?> type = loader.loadClass("com.example.scheduling." + name);
        for (Method method : type.getDeclaredMethods()) {
          if (method.isAnnotationPresent(Test.class)) {
            var constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            method.setAccessible(true);
            method.invoke(constructor.newInstance());
            run++;
          }
        }
      }
    }
    assertThat(run).isEqualTo(4);
  }

  /** So that whoever follows the page has the project that is tested here. */
  @Test
  void thePageShowsItsFilesAsTheyAre() throws IOException {
    String page = Files.readString(Path.of("../docs/plugins/writing-a-plugin.md"));
    Matcher shown =
        Pattern.compile("^`([^`]+)`:\n\n```\\w+\n(.*?)```$", Pattern.DOTALL | Pattern.MULTILINE)
            .matcher(page);
    int files = 0;
    while (shown.find()) {
      assertThat(EXAMPLE.resolve(shown.group(1))).hasContent(shown.group(2));
      files++;
    }
    assertThat(files).isEqualTo(7);
  }

  @Test
  void explainNamesTheCustomPluginLikeAnyOther() {
    Outcome answer =
        Outcome.ofCommand(
            "explain",
            "--plugins-dir",
            plugins.toString(),
            "--config",
            DEMO + "kube-scheduler.yaml",
            DEMO + "cluster.yaml",
            "default/web");

    assertThat(answer.err()).isEmpty();
    assertThat(answer.exitCode()).isZero();
    assertThat(answer.out())
        .contains("node(s) were in another rack")
        .contains("RackAffinity")
        .contains("node-b");
  }

  @Test
  void simulateLetsTheEarlierDeadlineGoFirst() throws IOException {
    assertThat(waiting("--plugins-dir", plugins.toString())).contains("default/later");
    // Without the plugin, the job that was there first goes first.
    assertThat(waiting()).contains("default/soon");
  }

  /** What simulate says of the job that did not get the only node. */
  private static String waiting(String... options) {
    var all = new ArrayList<>(List.of(options));
    all.addAll(List.of("--scheduler-conf", DEMO + "volcano-scheduler.conf", DEMO + "jobs.yaml"));
    Outcome answer = Outcome.ofCommand("simulate", all.toArray(String[]::new));
    assertThat(answer.exitCode()).as(answer.err()).isZero();
    return answer.out().lines().filter(line -> line.contains("Inqueue")).findFirst().orElse("");
  }

  @Test
  void validateKnowsTheArgumentsOfACustomPlugin() throws IOException {
    Path configuration = temp.resolve("scheduler.yaml");
    String text = Files.readString(Path.of(DEMO + "kube-scheduler.yaml"));
    Files.writeString(configuration, text.replace("required: true", "requires: true"));
    Outcome answer =
        Outcome.ofCommand(
            "validate", "--plugins-dir", plugins.toString(), configuration.toString());

    assertThat(answer.exitCode()).isEqualTo(1);
    assertThat(answer.out()).contains("requires").contains("did you mean required?");
  }

  @Test
  void aMisspelledNameIsAnsweredWithTheCustomOne() throws IOException {
    Path configuration = temp.resolve("volcano-scheduler.conf");
    String text = Files.readString(Path.of(DEMO + "volcano-scheduler.conf"));
    Files.writeString(configuration, text.replace("earliest-deadline", "earliest-deadlines"));
    Outcome answer =
        Outcome.ofCommand(
            "validate", "--plugins-dir", plugins.toString(), configuration.toString());

    assertThat(answer.out()).contains("did you mean earliest-deadline?");
  }

  @Test
  void aBrokenJarIsNamedAndTheOthersWork() throws IOException {
    Path some = Files.createDirectory(temp.resolve("some"));
    Files.writeString(some.resolve("broken.jar"), "no JAR at all");
    Files.copy(plugins.resolve("scheduling-plugins-1.0.jar"), some.resolve("good.jar"));
    String[] options = {
      "--plugins-dir",
      some.toString(),
      "--config",
      DEMO + "kube-scheduler.yaml",
      DEMO + "cluster.yaml",
      "default/web"
    };
    Outcome answer = Outcome.ofCommand("explain", options);
    assertThat(answer.exitCode()).isZero();
    assertThat(answer.err()).contains("broken.jar: warning: is no JAR");
    assertThat(answer.out()).contains("RackAffinity");
  }

  @Test
  void aConfigurationThatNamesAPluginOfABrokenJarIsRefusedAfterTheJarIsNamed() throws IOException {
    Path broken = Files.createDirectory(temp.resolve("broken"));
    Files.writeString(broken.resolve("rack.jar"), "");
    Outcome answer =
        Outcome.ofCommand(
            "simulate",
            "--plugins-dir",
            broken.toString(),
            "--config",
            DEMO + "kube-scheduler.yaml",
            DEMO + "cluster.yaml");
    assertThat(answer.exitCode()).isEqualTo(2);
    assertThat(answer.err().lines().findFirst().orElseThrow()).contains("rack.jar");
    assertThat(answer.err()).contains("\"RackAffinity\" does not exist");
  }

  @Test
  void aMissingDirectoryIsSaid() {
    Outcome answer =
        Outcome.ofCommand("explain", "--plugins-dir", "nowhere", DEMO + "cluster.yaml", "web");
    assertThat(answer.exitCode()).isEqualTo(2);
    assertThat(answer.err()).contains("(nowhere) does not exist");
  }
}
