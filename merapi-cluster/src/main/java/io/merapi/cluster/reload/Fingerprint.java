package io.merapi.cluster.reload;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeSet;

/**
 * What files say, in short: the same for the same contents, however often they were written.
 *
 * <p>Kubernetes mounts a ConfigMap as links to a directory that is swapped as a whole. So neither
 * the file that is named nor its time need change when its contents do, and only these count.
 */
record Fingerprint(String digest) {

  /**
   * Looks at files.
   *
   * @param paths files, and directories of files; what is not there counts as such
   */
  static Fingerprint of(List<Path> paths) {
    MessageDigest digest = sha256();
    for (Path path : paths) {
      add(path, digest);
    }
    return new Fingerprint(HexFormat.of().formatHex(digest.digest()));
  }

  private static void add(Path path, MessageDigest digest) {
    digest.update(path.toString().getBytes(StandardCharsets.UTF_8));
    try {
      if (Files.isDirectory(path)) {
        for (Path file : files(path)) {
          add(file, digest);
        }
      } else {
        byte[] contents = Files.readAllBytes(path);
        digest.update(("\0" + contents.length + "\0").getBytes(StandardCharsets.UTF_8));
        digest.update(contents);
      }
    } catch (IOException e) {
      digest.update(("\0" + e.getClass()).getBytes(StandardCharsets.UTF_8));
    }
  }

  private static TreeSet<Path> files(Path directory) throws IOException {
    var files = new TreeSet<Path>();
    try (DirectoryStream<Path> entries =
        Files.newDirectoryStream(directory, Files::isRegularFile)) {
      entries.forEach(files::add);
    }
    return files;
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
