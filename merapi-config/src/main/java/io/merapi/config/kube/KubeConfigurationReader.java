package io.merapi.config.kube;

import io.merapi.api.feature.FeatureGates;
import io.merapi.api.plugin.ProblemKind;
import io.merapi.config.kube.KubeConfigurationReading.Refusal;
import io.merapi.config.source.Location;
import io.merapi.config.source.MalformedTextException;
import io.merapi.config.source.Problem;
import io.merapi.config.source.Problem.Severity;
import io.merapi.config.source.SourceNode.Mapping;
import io.merapi.kube.configuration.KubeConfiguration;
import io.merapi.kube.plugins.KubePlugins;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Reads {@code KubeSchedulerConfiguration} as kube-scheduler v1.36.1 does. */
public final class KubeConfigurationReader {

  static final String KIND = "KubeSchedulerConfiguration";
  static final String API_VERSION = "kubescheduler.config.k8s.io/v1";

  private final KubePlugins plugins;

  /** A reader that knows the in-tree plugins. */
  public KubeConfigurationReader() {
    this(KubePlugins.IN_TREE);
  }

  /** A reader that knows other plugins as well. */
  public KubeConfigurationReader(KubePlugins plugins) {
    this.plugins = plugins;
  }

  /** What is in force where no file is given. */
  public KubeConfiguration defaults(FeatureGates gates) {
    return Objects.requireNonNull(
        read("", "{\"apiVersion\":\"%s\",\"kind\":\"%s\"}".formatted(API_VERSION, KIND), gates)
            .configuration());
  }

  /**
   * Reads a file, YAML or JSON, plain or inside a ConfigMap.
   *
   * @param file its name, for messages
   */
  public KubeConfigurationReading read(String file, String text, FeatureGates gates) {
    KubeDocument document;
    try {
      document = KubeDocument.open(file, text);
    } catch (MalformedTextException e) {
      return refused(e.where(), ProblemKind.MALFORMED, e.getMessage());
    }
    if (!(document.root() instanceof Mapping root)) {
      return refused(
          document.root().where(),
          ProblemKind.WRONG_TYPE,
          document.root().found() + " must be an object");
    }
    var findings = new Findings(root);
    KubeConfiguration configuration =
        new ConfigurationBinder(root, new JsonScalars(document.json()), gates, plugins, findings)
            .bind();
    var problems = new ArrayList<>(findings.all());
    if (document.unread() != null) {
      problems.add(document.unread());
    }
    Refusal refusal = findings.refusal();
    return new KubeConfigurationReading(refusal == null ? configuration : null, refusal, problems);
  }

  private static KubeConfigurationReading refused(
      Location where, ProblemKind kind, String message) {
    return new KubeConfigurationReading(
        null,
        new Refusal(Stage.DECODE, message),
        List.of(new Problem(Severity.REFUSED, kind, where, "", message, "")));
  }
}
