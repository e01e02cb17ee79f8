package io.merapi.config.plugins;

import io.merapi.api.plugin.BatchPluginSpec;
import io.merapi.api.plugin.KubePluginSpec;
import io.merapi.api.plugin.PluginSpec;
import io.merapi.api.plugin.ProblemKind;
import io.merapi.batch.tier.ExtensionPoint;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A JAR that has been loaded.
 *
 * @param file its name
 * @param digest of its content
 */
record PluginJar(
    String file, String digest, List<KubePluginSpec<?>> kube, List<BatchPluginSpec<?>> batch) {

  PluginJar {
    kube = List.copyOf(kube);
    batch = List.copyOf(batch);
  }

  /** Loads the plugins of a JAR; whatever is wrong with one of them, the whole JAR is refused. */
  static PluginJar load(String file, String digest, byte[] content) throws BrokenJarException {
    Map<String, byte[]> entries = JarContent.of(content);
    new ApiUses().check(entries);
    var loader = new JarLoader(file, entries);
    var kube = new ArrayList<KubePluginSpec<?>>();
    var batch = new ArrayList<BatchPluginSpec<?>>();
    try {
      for (KubePluginSpec<?> spec : ServiceLoader.load(KubePluginSpec.class, loader)) {
        check(spec, io.merapi.kube.configuration.ExtensionPoint.implementedBy(spec.type()));
        kube.add(spec);
      }
      for (BatchPluginSpec<?> spec : ServiceLoader.load(BatchPluginSpec.class, loader)) {
        check(spec, ExtensionPoint.implementedBy(spec.type()));
        batch.add(spec);
      }
    } catch (ServiceConfigurationError | LinkageError | RuntimeException | StackOverflowError e) {
      throw new BrokenJarException(ProblemKind.INVALID, "cannot be loaded: " + words(e));
    }
    if (kube.isEmpty() && batch.isEmpty()) {
      throw new BrokenJarException(
          ProblemKind.REQUIRED,
          "names no plugin: neither META-INF/services/%s nor META-INF/services/%s is in it"
              .formatted(KubePluginSpec.class.getName(), BatchPluginSpec.class.getName()));
    }
    return new PluginJar(file, digest, kube, batch);
  }

  private static void check(PluginSpec<?> spec, Set<?> points) throws BrokenJarException {
    String by = spec.getClass().getName();
    Class<?> type = spec.type();
    if (spec.name() == null || spec.name().isBlank()) {
      throw new BrokenJarException(ProblemKind.INVALID, "has a plugin without a name: " + by);
    }
    if (points.isEmpty()) {
      throw new BrokenJarException(
          ProblemKind.INVALID,
          "has a plugin (%s) whose type (%s) implements no extension point"
              .formatted(spec.name(), type.getName()));
    }
    // What an older merapi-api did not demand; it would fail only when it is asked for.
    Method missing =
        Modifier.isAbstract(type.getModifiers())
            ? null
            : Arrays.stream(type.getMethods())
                .filter(method -> Modifier.isAbstract(method.getModifiers()))
                .findFirst()
                .orElse(null);
    if (missing != null) {
      throw new BrokenJarException(
          ProblemKind.NOT_SUPPORTED,
          "has a plugin (%s) that does not implement %s of %s"
              .formatted(spec.name(), missing.getName(), missing.getDeclaringClass().getName()));
    }
  }

  private static String words(Throwable thrown) {
    Throwable cause = thrown.getCause();
    return thrown instanceof ServiceConfigurationError
        ? thrown.getMessage() + (cause == null ? "" : ": " + cause)
        : thrown.toString();
  }

  /** All that it has. */
  Stream<PluginSpec<?>> specs() {
    return Stream.concat(kube.stream(), batch.stream());
  }
}
