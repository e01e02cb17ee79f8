package io.merapi.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.function.BiConsumer;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * The golden vectors: small clusters with a configuration, and what the upstream programs answered
 * for them. Each is one JSON text; what stands in it is for those to know who can read JSON.
 */
public enum GoldenVectors {
  /** Answered by kube-scheduler. */
  KUBE("kube.zip"),
  /** Answered by Volcano's vc-scheduler. */
  BATCH("batch.zip");

  private final String archive;

  GoldenVectors(String archive) {
    this.archive = archive;
  }

  /**
   * Hands each vector on, one after the other, always in the same order.
   *
   * @param reader gets the vector's name, such as {@code gang/ready.json}, and its text
   */
  public void forEach(BiConsumer<String, byte[]> reader) {
    try (InputStream in = GoldenVectors.class.getResourceAsStream("/golden/" + archive)) {
      if (in == null) {
        throw new IllegalStateException("there are no golden vectors in " + archive);
      }
      try (var zip = new ZipInputStream(in)) {
        for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
          if (!entry.isDirectory()) {
            reader.accept(entry.getName(), zip.readAllBytes());
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
