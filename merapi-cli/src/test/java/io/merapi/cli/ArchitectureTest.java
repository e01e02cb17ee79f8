package io.merapi.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The table of modules in docs/architecture.md, as the build checks it. */
class ArchitectureTest {

  private static final String[] CORE = {"io.merapi.api..", "io.merapi.kube..", "io.merapi.batch.."};

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.merapi");

  /** Each module with the packages that it may use besides its own and the JDK's. */
  static Stream<Arguments> modules() {
    String nullness = "org.jspecify..";
    return Stream.of(
        Arguments.of("api", List.of(nullness)),
        Arguments.of(
            "kube",
            List.of(
                nullness,
                "io.merapi.api..",
                "dev.cel..",
                "com.google.common..",
                "com.google.re2j..")),
        Arguments.of("batch", List.of(nullness, "io.merapi.api..", "io.merapi.kube..")),
        Arguments.of(
            "remote",
            List.of(
                nullness,
                "javax.net.ssl..",
                "io.merapi.api..",
                "io.merapi.kube..",
                "io.merapi.batch..",
                "tools.jackson..",
                "org.apache.hc.core5..")),
        Arguments.of(
            "config",
            List.of(
                nullness,
                "io.merapi.api..",
                "io.merapi.kube..",
                "io.merapi.batch..",
                "tools.jackson..",
                "org.snakeyaml..")),
        Arguments.of(
            "explain",
            List.of(
                nullness,
                "io.merapi.api..",
                "io.merapi.kube..",
                "io.merapi.batch..",
                "io.merapi.config..")),
        Arguments.of(
            "cluster",
            List.of(
                nullness,
                "io.merapi.api..",
                "io.merapi.kube..",
                "io.merapi.batch..",
                "io.merapi.config..",
                "org.apache.hc.core5..",
                "io.fabric8..",
                "io.prometheus..",
                "com.sun.net.httpserver..",
                "com.sun.management..",
                "javax.net..",
                "javax.naming..",
                "javax.security.auth.x500..",
                "jdk.net..")),
        Arguments.of("cli", List.of(nullness, "io.merapi..", "picocli..")));
  }

  @ParameterizedTest(name = "merapi-{0}")
  @MethodSource("modules")
  void moduleDependsOnlyOnWhatTheTableAllows(String module, List<String> allowed) {
    String own = "io.merapi." + module + "..";
    assertThat(CLASSES.stream().filter(type -> resides(type.getPackageName(), module)))
        .as("classes of merapi-%s on the class path", module)
        .isNotEmpty();
    String[] packages =
        Stream.of(List.of(own, "java.."), allowed).flatMap(List::stream).toArray(String[]::new);
    classes()
        .that()
        .resideInAPackage(own)
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(packages)
        .check(CLASSES);
  }

  @Test
  void coreOpensNoSocketAndNoFile() {
    noClasses()
        .that()
        .resideInAnyPackage(CORE)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.net..", "java.nio.file..", "java.net.http..")
        .check(CLASSES);
  }

  @Test
  void coreReadsNoClockAndNoChance() {
    noClasses()
        .that()
        .resideInAnyPackage(CORE)
        .should()
        .callMethod(java.time.Instant.class, "now")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .callMethod(Math.class, "random")
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(java.util.concurrent.ThreadLocalRandom.class)
        .check(CLASSES);
  }

  /** It may hand work to the thread that it runs on, which comes as a plain executor. */
  @Test
  void coreStartsNoThreadButToFanOut() {
    noClasses()
        .that()
        .resideInAnyPackage(CORE)
        .and()
        .doNotHaveFullyQualifiedName("io.merapi.kube.framework.FanOut")
        .should()
        .dependOnClassesThat()
        .areAssignableTo(Thread.class)
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(java.util.concurrent.ExecutorService.class)
        .check(CLASSES);
  }

  @Test
  void theClientLibraryIsUsedForAccessOnly() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.merapi.cluster.access..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.fabric8..")
        .check(CLASSES);
  }

  @Test
  void metricsAreAnAdapterOfTheirOwn() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.merapi.cluster.metrics..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.prometheus..")
        .check(CLASSES);
  }

  @Test
  void theServerOfEndpointsStaysBehindItsPackage() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.merapi.cluster.serve..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("com.sun.net.httpserver..")
        .check(CLASSES);
  }

  @Test
  void packagesOfOneModuleFormNoCycle() {
    slices().matching("io.merapi.(api).(*)..").should().beFreeOfCycles().check(CLASSES);
    slices().matching("io.merapi.(kube).(*)..").should().beFreeOfCycles().check(CLASSES);
    slices().matching("io.merapi.(batch).(*)..").should().beFreeOfCycles().check(CLASSES);
    slices().matching("io.merapi.(remote).(*)..").should().beFreeOfCycles().check(CLASSES);
    slices().matching("io.merapi.(config).(*)..").should().beFreeOfCycles().check(CLASSES);
    slices().matching("io.merapi.(cluster).(*)..").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void packagesAreNamedBySubject() {
    noClasses()
        .should()
        .resideInAnyPackage(
            "..util..", "..utils..", "..common..", "..helper..", "..helpers..", "..impl..")
        .check(CLASSES);
  }

  private static boolean resides(String packageName, String module) {
    return (packageName + ".").startsWith("io.merapi." + module + ".");
  }
}
