package io.merapi.bench.controlplane;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * The programs of a control plane, built from Go modules when they are asked for the first time.
 *
 * <p>They are kept in the user's cache directory ({@code MERAPI_CACHE_DIR}, or {@code
 * $XDG_CACHE_HOME/merapi}, or {@code ~/.cache/merapi}) under a key of everything that they are
 * built from. The first build takes some minutes; of two processes that want it at once, one builds
 * and the other waits.
 *
 * @param directory where the programs are
 */
public record Programs(Path directory) {

  /** The version of Kubernetes that go.mod pins; without the stamp the programs say v0.0.0. */
  static final String KUBERNETES_VERSION = "v1.36.1";

  private static final String INSTALL_GO =
      "no control plane: install Go 1.26 or newer (go.dev/dl) and put it on the PATH";

  private static final List<String> PACKAGES =
      List.of(
          "go.etcd.io/etcd/server/v3",
          "k8s.io/kubernetes/cmd/kube-apiserver",
          "k8s.io/kubernetes/cmd/kube-scheduler");

  private static final List<String> SOURCES = List.of("go.mod", "go.sum", "tools.go");

  Path etcd() {
    // Go names a program after the last part of its package that is no version.
    return directory.resolve("server");
  }

  Path apiServer() {
    return directory.resolve("kube-apiserver");
  }

  Path scheduler() {
    return directory.resolve("kube-scheduler");
  }

  /** What has to be installed before the programs can be built; empty if nothing is missing. */
  public static Optional<String> missing() {
    try {
      Process version =
          new ProcessBuilder("go", "version")
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return version.waitFor() == 0 ? Optional.empty() : Optional.of(INSTALL_GO);
    } catch (IOException _) {
      return Optional.of(INSTALL_GO);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /**
   * The programs, built if they are not there yet.
   *
   * @throws IOException if they cannot be built; the message has the end of what Go said
   */
  public static Programs built() throws IOException {
    Path directory = cacheDirectory().resolve("control-plane").resolve(key());
    var programs = new Programs(directory.resolve("bin"));
    if (programs.complete()) {
      return programs;
    }
    Files.createDirectories(directory);
    try (FileChannel channel =
            FileChannel.open(
                directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock _ = channel.lock()) {
      if (!programs.complete()) {
        build(directory);
      }
    }
    return programs;
  }

  private boolean complete() {
    return Files.isExecutable(etcd())
        && Files.isExecutable(apiServer())
        && Files.isExecutable(scheduler());
  }

  private static void build(Path directory) throws IOException {
    Path module = directory.resolve("module");
    Files.createDirectories(module);
    for (String name : SOURCES) {
      try (InputStream in = source(name)) {
        Files.copy(in, module.resolve(name), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    Path unfinished = directory.resolve("unfinished");
    Path log = directory.resolve("build.log");
    System.err.printf("building etcd and Kubernetes %s (once)%n", KUBERNETES_VERSION);
    var command = new ArrayList<>(List.of("go", "build", "-o", unfinished + "/"));
    command.addAll(
        List.of("-ldflags", "-X k8s.io/component-base/version.gitVersion=" + KUBERNETES_VERSION));
    command.addAll(PACKAGES);
    Files.createDirectories(unfinished);
    Process build =
        new ProcessBuilder(command)
            .directory(module.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      if (build.waitFor() != 0) {
        throw new IOException("go build failed:\n%s".formatted(Logs.tail(log)));
      }
    } catch (InterruptedException e) {
      build.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while Go was building", e);
    }
    Files.move(unfinished, directory.resolve("bin"), StandardCopyOption.ATOMIC_MOVE);
  }

  private static Path cacheDirectory() {
    String own = System.getenv("MERAPI_CACHE_DIR");
    if (own != null && !own.isEmpty()) {
      return Path.of(own);
    }
    String shared = System.getenv("XDG_CACHE_HOME");
    return shared != null && !shared.isEmpty()
        ? Path.of(shared, "merapi")
        : Path.of(System.getProperty("user.home"), ".cache", "merapi");
  }

  private static String key() throws IOException {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (String name : SOURCES) {
        try (InputStream in = source(name)) {
          digest.update(in.readAllBytes());
        }
      }
      String hash = HexFormat.of().formatHex(digest.digest(), 0, 6);
      return KUBERNETES_VERSION + "-" + hash;
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static InputStream source(String name) {
    InputStream in = Programs.class.getResourceAsStream(name);
    if (in == null) {
      throw new UncheckedIOException(new IOException("not on the class path: " + name));
    }
    return in;
  }
}
