package io.merapi.config.kube;

import io.merapi.api.feature.FeatureGates;
import io.merapi.api.plugin.Arguments;
import io.merapi.api.plugin.ProblemKind;
import io.merapi.config.source.Problem.Severity;
import io.merapi.config.source.Problems;
import io.merapi.config.source.RepeatedKey;
import io.merapi.config.source.SourceNode.Mapping;
import io.merapi.config.source.TreeArguments;
import io.merapi.kube.configuration.ClientConnection;
import io.merapi.kube.configuration.Extender;
import io.merapi.kube.configuration.Int32;
import io.merapi.kube.configuration.KubeConfiguration;
import io.merapi.kube.configuration.LeaderElection;
import io.merapi.kube.configuration.Profile;
import io.merapi.kube.plugins.KubePlugins;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes a configuration of its tree, with the defaults of upstream's {@code v1/defaults.go}. */
final class ConfigurationBinder {

  private static final String OLD_VERSIONS = "kubescheduler.config.k8s.io/v1";

  private final Mapping root;
  private final Problems found = new Problems();
  private final TreeArguments in;
  private final FeatureGates gates;
  private final KubePlugins plugins;
  private final Findings findings;
  private final ProfileReader profileReader;

  ConfigurationBinder(
      Mapping root, JsonScalars rules, FeatureGates gates, KubePlugins plugins, Findings findings) {
    this.root = root;
    this.in = new TreeArguments(root, "", rules, Severity.REFUSED, found);
    this.gates = gates;
    this.plugins = plugins;
    this.findings = findings;
    this.profileReader = new ProfileReader(root, rules, plugins, gates, findings);
  }

  /** The configuration; null where the text is another kind of object. */
  @Nullable KubeConfiguration bind() {
    if (!isConfiguration()) {
      return null;
    }
    LeaderElection leaderElection = leaderElection(in.object("leaderElection"));
    ClientConnection clientConnection = clientConnection(in.object("clientConnection"));
    boolean profiling = in.flag("enableProfiling").or(true);
    boolean contentionProfiling = in.flag("enableContentionProfiling").or(profiling);
    int parallelism = Int32.read(in, "parallelism", 16);
    int percentage = Int32.read(in, "percentageOfNodesToScore", 0);
    long initialBackoff = in.integer("podInitialBackoffSeconds").or(1L);
    long maxBackoff = in.integer("podMaxBackoffSeconds").or(10L);
    boolean delayCache = in.flag("delayCacheUntilActive").or(false);
    List<ProfileDraft> drafts = profileReader.profiles(in);
    List<Extender> extenders = ExtenderReader.read(in);
    in.reportUnknownKeys();
    findings.take(Stage.DECODE, found.all());
    RepeatedKey.in(root).forEach(key -> findings.repeatedKey(key.where(), key.path()));

    var settings = new SettingsRules(findings);
    settings.clientConnection(clientConnection);
    settings.leaderElection(leaderElection);
    settings.parallelism(parallelism);
    new ProfileRules(findings).check(drafts);
    settings.percentage("percentageOfNodesToScore", percentage);
    settings.backoff(initialBackoff, maxBackoff);
    ExtenderRules.check(extenders, findings);

    List<Profile> profiles = new ProfileBuilder(plugins, gates, findings).build(drafts, extenders);
    new ProfileRemarks(plugins.registry(), gates, findings).add(drafts);
    return new KubeConfiguration(
        parallelism,
        leaderElection,
        clientConnection,
        profiling,
        contentionProfiling,
        percentage,
        initialBackoff,
        maxBackoff,
        profiles,
        ExtenderReader.inCallingOrder(extenders),
        delayCache);
  }

  private boolean isConfiguration() {
    String version = in.text("apiVersion").or("");
    String kind = in.text("kind").or("");
    if (!found.isEmpty()) {
      findings.take(Stage.DECODE, found.all());
      return false;
    }
    if (kind.isEmpty() || version.isEmpty()) {
      String missing = kind.isEmpty() ? "kind" : "apiVersion";
      findings.decode(
          ProblemKind.REQUIRED,
          missing,
          "is missing",
          "a configuration starts with apiVersion: %s and kind: %s"
              .formatted(KubeConfigurationReader.API_VERSION, KubeConfigurationReader.KIND));
      return false;
    }
    if (!version.equals(KubeConfigurationReader.API_VERSION)) {
      findings.decode(
          ProblemKind.NOT_SUPPORTED,
          "apiVersion",
          "(\"%s\") must be %s".formatted(version, KubeConfigurationReader.API_VERSION),
          version.startsWith(OLD_VERSIONS)
              ? "older versions are no longer read: use %s, which has the same profiles and plugins"
                  .formatted(KubeConfigurationReader.API_VERSION)
              : "");
      return false;
    }
    if (!kind.equals(KubeConfigurationReader.KIND)) {
      findings.decode(
          ProblemKind.NOT_SUPPORTED,
          "kind",
          "(\"%s\") must be %s".formatted(kind, KubeConfigurationReader.KIND),
          "");
      return false;
    }
    return true;
  }

  private static LeaderElection leaderElection(Arguments in) {
    LeaderElection defaults = LeaderElection.DEFAULTS;
    return new LeaderElection(
        in.flag("leaderElect").or(defaults.leaderElect()),
        orDefault(in, "leaseDuration", defaults.leaseDuration()),
        orDefault(in, "renewDeadline", defaults.renewDeadline()),
        orDefault(in, "retryPeriod", defaults.retryPeriod()),
        orDefault(in, "resourceLock", defaults.resourceLock()),
        orDefault(in, "resourceName", defaults.resourceName()),
        orDefault(in, "resourceNamespace", defaults.resourceNamespace()));
  }

  private static ClientConnection clientConnection(Arguments in) {
    ClientConnection defaults = ClientConnection.DEFAULTS;
    float qps = in.number("qps").or(0.0).floatValue();
    int burst = Int32.read(in, "burst", 0);
    return new ClientConnection(
        in.text("kubeconfig").or(defaults.kubeconfig()),
        in.text("acceptContentTypes").or(defaults.acceptContentTypes()),
        orDefault(in, "contentType", defaults.contentType()),
        qps == 0 ? defaults.qps() : qps,
        burst == 0 ? defaults.burst() : burst);
  }

  /** These fields cannot be told from absent ones where they are empty. */
  private static String orDefault(Arguments in, String key, String byDefault) {
    String text = in.text(key).or("");
    return text.isEmpty() ? byDefault : text;
  }

  private static Duration orDefault(Arguments in, String key, Duration byDefault) {
    Duration duration = in.duration(key).or(Duration.ZERO);
    return duration.isZero() ? byDefault : duration;
  }
}
