package io.merapi.cluster.access;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.internal.SSLUtils;
import io.merapi.cluster.http.ApiServer;
import io.merapi.cluster.http.Credentials;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Objects;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Where a cluster is, from the places where people write it.
 *
 * <p>A proxy and an impersonation that a kubeconfig asks for are not used.
 */
public final class ClusterAccess {

  private ClusterAccess() {}

  /**
   * What a kubeconfig file says, in its current context.
   *
   * @throws IOException if there is no such file, or it cannot be used; the message says why
   */
  public static ApiServer fromKubeconfig(Path file) throws IOException {
    if (!Files.isReadable(file)) {
      throw new IOException("kubeconfig (%s) cannot be read".formatted(file));
    }
    try {
      return server(Config.fromKubeconfig(file.toFile()), file.toString());
    } catch (KubernetesClientException | IllegalArgumentException e) {
      throw new IOException("kubeconfig (%s) cannot be used: %s".formatted(file, reason(e)), e);
    }
  }

  /**
   * What this process finds around it: {@code KUBECONFIG}, the user's kubeconfig, or the service
   * account of the pod that it runs in.
   *
   * @throws IOException if there is nothing, or it cannot be used
   */
  public static ApiServer detected() throws IOException {
    try {
      Config found = Config.autoConfigure(null);
      if (found.getCurrentContext() == null && isNowhere(found)) {
        throw new IOException(
            "there is neither a kubeconfig nor a service account; name one with --kubeconfig");
      }
      return server(found, "the environment");
    } catch (KubernetesClientException | IllegalArgumentException e) {
      throw new IOException("no usable kubeconfig or service account: " + reason(e), e);
    }
  }

  /** Whether an address is only the one that every cluster has inside, and this is outside. */
  private static boolean isNowhere(Config config) {
    return URI.create(config.getMasterUrl()).getHost().equals("kubernetes.default.svc")
        && System.getenv("KUBERNETES_SERVICE_HOST") == null;
  }

  private static ApiServer server(Config config, String where) throws IOException {
    URI address = URI.create(config.getMasterUrl());
    SSLContext tls = null;
    if ("https".equals(address.getScheme())) {
      try {
        tls = SSLUtils.sslContext(config);
      } catch (GeneralSecurityException e) {
        throw new IOException(
            "the certificates or keys of %s cannot be used: %s".formatted(where, reason(e)), e);
      }
    }
    String serverName = config.getTlsServerName();
    return new ApiServer(
        address,
        tls,
        serverName == null ? "" : serverName,
        tls != null && !config.isTrustCerts() && !config.isDisableHostnameVerification(),
        new ConfiguredCredentials(config));
  }

  private static String reason(Exception e) {
    Throwable deepest = e;
    while (deepest.getCause() != null) {
      deepest = deepest.getCause();
    }
    // What follows the first line is about the program that reads the file.
    return String.valueOf(deepest.getMessage()).lines().findFirst().orElse("");
  }

  /** The token of a configuration, read again from where it came when the server refuses it. */
  private static final class ConfiguredCredentials implements Credentials {

    private Config config;
    private volatile @Nullable String token;

    ConfiguredCredentials(Config config) {
      this.config = config;
      this.token = tokenOf(config);
    }

    @Override
    public @Nullable String token() {
      return token;
    }

    @Override
    public synchronized boolean renew(@Nullable String refused) {
      if (Objects.equals(token, refused)) {
        config = config.refresh();
        token = tokenOf(config);
      }
      return !Objects.equals(token, refused);
    }

    private static @Nullable String tokenOf(Config config) {
      String given = config.getOauthToken();
      String found = given == null || given.isEmpty() ? config.getAutoOAuthToken() : given;
      return found == null || found.isEmpty() ? null : found;
    }
  }
}
