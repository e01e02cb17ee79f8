package io.merapi.sim.trace;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.merapi.sim.workload.WorkloadException;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** The lines of a file one after the other, unpacked where it is packed by gzip. */
final class TraceLines implements AutoCloseable {

  private static final int GZIP_MAGIC = 0x1f8b;
  private static final String BYTE_ORDER_MARK = "\ufeff";

  private final String path;
  private final BufferedReader reader;
  private int number;

  private TraceLines(String path, BufferedReader reader) {
    this.path = path;
    this.reader = reader;
  }

  static TraceLines open(String path) throws IOException {
    var in = new BufferedInputStream(Files.newInputStream(Path.of(path)));
    try {
      in.mark(2);
      boolean packed = (in.read() << 8 | in.read()) == GZIP_MAGIC;
      in.reset();
      InputStream text = packed ? new GZIPInputStream(in) : in;
      return new TraceLines(path, new BufferedReader(new InputStreamReader(text, UTF_8)));
    } catch (IOException e) {
      in.close();
      throw e;
    }
  }

  /** The next line; null behind the last. */
  @Nullable String next() {
    try {
      String line = reader.readLine();
      if (line == null) {
        return null;
      }
      number++;
      return number == 1 && line.startsWith(BYTE_ORDER_MARK) ? line.substring(1) : line;
    } catch (IOException e) {
      throw new WorkloadException(
          "%s cannot be read behind line %d: %s".formatted(path, number, e.getMessage()));
    }
  }

  /** The number of the line that came last, counted from 1. */
  int number() {
    return number;
  }

  @Override
  public void close() {
    try {
      reader.close();
    } catch (IOException e) {
      throw new WorkloadException("%s cannot be closed: %s".formatted(path, e.getMessage()));
    }
  }
}
