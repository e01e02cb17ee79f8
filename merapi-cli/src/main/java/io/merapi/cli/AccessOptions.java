package io.merapi.cli;

import io.merapi.cluster.access.ClusterAccess;
import io.merapi.cluster.http.ApiClient;
import io.merapi.cluster.http.ApiServer;
import io.merapi.cluster.run.RunLog;
import io.merapi.cluster.serve.AccessSettings;
import io.merapi.cluster.serve.ClusterAuthorities;
import io.merapi.cluster.serve.EndpointException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of kube-scheduler on who may ask it about itself. */
final class AccessOptions {

  @Option(
      names = "--client-ca-file",
      paramLabel = "FILE",
      description = "Who vouches for clients with a certificate, in PEM; else the cluster says it.")
  private @Nullable Path clientAuthorities;

  @Option(
      names = "--authentication-kubeconfig",
      paramLabel = "FILE",
      description = "How to ask who a token belongs to; without it, as for everything else.")
  private @Nullable Path authentication;

  @Option(
      names = "--authorization-kubeconfig",
      paramLabel = "FILE",
      description = "How to ask what somebody may do; without it, as for everything else.")
  private @Nullable Path authorization;

  @Option(
      names = "--authentication-skip-lookup",
      paramLabel = "BOOL",
      arity = "0..1",
      fallbackValue = "true",
      description = "Whether the cluster is not asked who vouches for clients.")
  private boolean skipsLookup;

  @Option(
      names = "--authentication-tolerate-lookup-failure",
      paramLabel = "BOOL",
      arity = "0..1",
      fallbackValue = "true",
      description = "Whether to go on without where the cluster does not say it (true).")
  private boolean toleratesFailure = true;

  @Option(
      names = "--authorization-always-allow-paths",
      paramLabel = "PATH",
      split = ",",
      description = "What everybody may ask for (/healthz,/readyz,/livez); * for all below.")
  private List<String> openPaths = AccessSettings.DEFAULTS.openPaths();

  @Option(
      names = "--authentication-token-webhook-cache-ttl",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description = "How long it is remembered who a token belongs to (10s).")
  private Duration tokenLife = AccessSettings.DEFAULTS.tokenLife();

  @Option(
      names = "--authorization-webhook-cache-authorized-ttl",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description = "How long it is remembered that somebody may (10s).")
  private Duration allowedLife = AccessSettings.DEFAULTS.allowedLife();

  @Option(
      names = "--authorization-webhook-cache-unauthorized-ttl",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description = "How long it is remembered that somebody may not (10s).")
  private Duration deniedLife = AccessSettings.DEFAULTS.deniedLife();

  /** Asks who a token belongs to. */
  ApiClient authentication(ApiServer usual) throws IOException {
    return client(authentication, usual);
  }

  /** Asks what somebody may do. */
  ApiClient authorization(ApiServer usual) throws IOException {
    return client(authorization, usual);
  }

  private static ApiClient client(@Nullable Path file, ApiServer usual) throws IOException {
    return new ApiClient(file == null ? usual : ClusterAccess.fromKubeconfig(file));
  }

  /**
   * Everything else.
   *
   * @param client of the cluster, which may know who vouches for clients
   */
  AccessSettings settings(ApiClient client, RunLog log) throws EndpointException {
    return new AccessSettings(
        authorities(client, log), tokenLife, allowedLife, deniedLife, openPaths);
  }

  private String authorities(ApiClient client, RunLog log) throws EndpointException {
    if (clientAuthorities != null) {
      try {
        return Files.readString(clientAuthorities);
      } catch (IOException e) {
        throw new EndpointException(
            "--client-ca-file (%s) cannot be read: %s".formatted(clientAuthorities, e));
      }
    }
    if (skipsLookup) {
      return "";
    }
    try {
      return ClusterAuthorities.lookUp(client);
    } catch (IOException e) {
      String text =
          "who vouches for clients is not known, because the ConfigMap"
              + " kube-system/extension-apiserver-authentication cannot be read: "
              + e.getMessage();
      if (!toleratesFailure) {
        throw new EndpointException(text + "; try --authentication-skip-lookup");
      }
      log.warn(text + "; clients need a token");
      return "";
    }
  }
}
