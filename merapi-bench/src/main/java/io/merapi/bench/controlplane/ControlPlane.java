package io.merapi.bench.controlplane;

import io.merapi.testkit.SelfSigned;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.random.RandomGenerator;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * A running etcd and API server.
 *
 * <p>Nodes are plain objects here and nothing runs on them: a pod that is bound stays Pending until
 * somebody writes its status. Two admission plugins are off, because no controller does their other
 * half: TaintNodesByCondition would keep every node not-ready, and ServiceAccount would refuse
 * every pod. etcd does not wait for the disk.
 */
public final class ControlPlane implements AutoCloseable {

  private static final Duration START_LIMIT = Duration.ofSeconds(60);
  private static final Duration POLL = Duration.ofMillis(50);
  private static final String AUTHORIZATION = "--authorization-mode=";

  private final Programs programs;
  private final Path directory;
  private final SelfSigned identity;
  private final String token;
  private final URI etcd;
  private final URI address;
  private final List<String> apiServerOptions;
  private final HttpClient client;
  private final List<ServerProcess> servers = new ArrayList<>();
  private @Nullable ServerProcess apiServer;

  private ControlPlane(Programs programs, Path directory, List<String> apiServerOptions)
      throws IOException {
    this.programs = programs;
    this.directory = directory;
    this.identity = SelfSigned.create();
    this.etcd = URI.create("http://127.0.0.1:" + freePort());
    this.address = URI.create("https://127.0.0.1:" + freePort());
    this.apiServerOptions = apiServerOptions;
    byte[] secret = new byte[16];
    RandomGenerator.getDefault().nextBytes(secret);
    this.token = HexFormat.of().formatHex(secret);
    this.client = HttpClient.newBuilder().sslContext(identity.client()).build();
  }

  /**
   * Starts etcd and the API server and waits until both are ready.
   *
   * @param directory holds data, keys and logs; has to exist
   * @param apiServerOptions given to the API server after the usual ones
   */
  public static ControlPlane start(Programs programs, Path directory, String... apiServerOptions)
      throws IOException {
    var plane = new ControlPlane(programs, directory, List.of(apiServerOptions));
    try {
      plane.writeIdentities();
      plane.startEtcd();
      plane.startApiServer();
      return plane;
    } catch (IOException | RuntimeException e) {
      plane.close();
      throw e;
    }
  }

  /** The address of the API server. */
  public URI address() {
    return address;
  }

  /** The token of an administrator. */
  public String token() {
    return token;
  }

  /** The certificate to trust, as a PEM file holds it. */
  public String authority() {
    return identity.certificatePem();
  }

  /** TLS that trusts the API server. */
  public SSLContext tls() {
    return identity.client();
  }

  /** A file that kubectl, schedulers and client libraries read. */
  public Path kubeconfig() {
    return directory.resolve("kubeconfig");
  }

  /**
   * Starts the real kube-scheduler on this cluster.
   *
   * @param options such as {@code --config=FILE}
   * @return ends it when closed
   */
  public ServerProcess startScheduler(String... options) throws IOException {
    var arguments =
        new ArrayList<>(
            List.of(
                "--kubeconfig=" + kubeconfig(),
                "--authentication-kubeconfig=" + kubeconfig(),
                "--authorization-kubeconfig=" + kubeconfig(),
                "--bind-address=127.0.0.1",
                "--secure-port=" + freePort(),
                "--cert-dir=" + directory.resolve("scheduler-certificates"),
                "--leader-elect=false",
                "--kube-api-qps=100000",
                "--kube-api-burst=100000"));
    arguments.addAll(List.of(options));
    return start(programs.scheduler(), arguments);
  }

  /** Kills the API server and starts it again with the same data, as an upgrade would. */
  public void restartApiServer() throws IOException {
    if (apiServer != null) {
      servers.remove(apiServer);
      apiServer.close();
    }
    startApiServer();
  }

  @Override
  public void close() {
    client.close();
    // etcd last: the others do nothing but complain once it is gone.
    servers.reversed().forEach(ServerProcess::close);
  }

  private void startEtcd() throws IOException {
    String peers = "http://127.0.0.1:" + freePort();
    ServerProcess server =
        start(
            programs.etcd(),
            List.of(
                "--name=default",
                "--data-dir=" + directory.resolve("etcd"),
                "--listen-client-urls=" + etcd,
                "--advertise-client-urls=" + etcd,
                "--listen-peer-urls=" + peers,
                "--initial-advertise-peer-urls=" + peers,
                "--initial-cluster=default=" + peers,
                "--quota-backend-bytes=8589934592",
                "--unsafe-no-fsync",
                "--log-level=warn"));
    await(server, etcd.resolve("/health"));
  }

  private void startApiServer() throws IOException {
    var arguments =
        new ArrayList<>(
            List.of(
                "--etcd-servers=" + etcd,
                "--bind-address=127.0.0.1",
                "--advertise-address=127.0.0.1",
                "--secure-port=" + address.getPort(),
                "--tls-cert-file=" + directory.resolve("server.crt"),
                "--tls-private-key-file=" + directory.resolve("server.key"),
                "--service-account-issuer=https://kubernetes.default.svc",
                "--service-account-key-file=" + directory.resolve("accounts.pub"),
                "--service-account-signing-key-file=" + directory.resolve("accounts.key"),
                "--token-auth-file=" + directory.resolve("tokens.csv"),
                "--service-cluster-ip-range=10.0.0.0/24",
                "--disable-admission-plugins=ServiceAccount,TaintNodesByCondition",
                "--endpoint-reconciler-type=none"));
    if (apiServerOptions.stream().noneMatch(option -> option.startsWith(AUTHORIZATION))) {
      arguments.add(AUTHORIZATION + "AlwaysAllow");
    }
    arguments.addAll(apiServerOptions);
    ServerProcess server = start(programs.apiServer(), arguments);
    apiServer = server;
    await(server, address.resolve("/readyz"));
  }

  private ServerProcess start(Path program, List<String> arguments) throws IOException {
    Path log = directory.resolve(program.getFileName() + ".log");
    ServerProcess server = ServerProcess.start(program, arguments, log);
    servers.add(server);
    return server;
  }

  private void writeIdentities() throws IOException {
    KeyPair accounts;
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(2048);
      accounts = generator.generateKeyPair();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
    write("accounts.key", SelfSigned.pem("PRIVATE KEY", accounts.getPrivate().getEncoded()));
    write("accounts.pub", SelfSigned.pem("PUBLIC KEY", accounts.getPublic().getEncoded()));
    write("server.crt", identity.certificatePem());
    write("server.key", identity.keyPem());
    write("tokens.csv", "%s,admin,admin,\"system:masters\"\n".formatted(token));
    write(
        "kubeconfig",
        """
        apiVersion: v1
        kind: Config
        clusters:
        - name: local
          cluster:
            server: %s
            certificate-authority: %s
        users:
        - name: admin
          user:
            token: %s
        contexts:
        - name: local
          context:
            cluster: local
            user: admin
        current-context: local
        """
            .formatted(address, directory.resolve("server.crt"), token));
  }

  private void write(String name, String content) throws IOException {
    Files.writeString(directory.resolve(name), content);
  }

  private void await(ServerProcess server, URI health) throws IOException {
    HttpRequest request =
        HttpRequest.newBuilder(health)
            .header("Authorization", "Bearer " + token)
            .timeout(Duration.ofSeconds(5))
            .build();
    long deadline = System.nanoTime() + START_LIMIT.toNanos();
    while (!answers(request)) {
      server.checkRunning();
      if (System.nanoTime() > deadline) {
        throw new IOException("%s does not become ready".formatted(health));
      }
      pause();
    }
  }

  private boolean answers(HttpRequest request) throws IOException {
    try {
      return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
    } catch (IOException _) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while a server was starting", e);
    }
  }

  private static void pause() throws IOException {
    try {
      Thread.sleep(POLL);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while a server was starting", e);
    }
  }

  /** A port that was free a moment ago; another process may still take it first. */
  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
