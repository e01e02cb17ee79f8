package io.merapi.config.plugins;

import io.merapi.api.plugin.ProblemKind;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** Unpacks JARs. */
final class JarContent {

  private static final String NO_JAR = "is no JAR, or one that is not complete yet";

  private static final int END_RECORD = 0x06054b50;
  private static final int END_RECORD_SIZE = 22;
  private static final int ENTRIES_OFFSET = 10;

  private JarContent() {}

  /** The files of a JAR by their paths. */
  static Map<String, byte[]> of(byte[] jar) throws BrokenJarException {
    int expected = entries(jar);
    var entries = new HashMap<String, byte[]>();
    int found = 0;
    try (var zip = new ZipInputStream(new ByteArrayInputStream(jar))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        found++;
        if (!entry.isDirectory()) {
          entries.put(entry.getName(), zip.readAllBytes());
        }
      }
    } catch (IOException e) {
      throw new BrokenJarException(
          ProblemKind.MALFORMED, "%s: %s".formatted(NO_JAR, e.getMessage()));
    }
    // A file that is being written may end after an entry, which the stream takes for the end.
    if ((found & 0xffff) != expected) {
      throw new BrokenJarException(ProblemKind.MALFORMED, NO_JAR);
    }
    return entries;
  }

  /** How many entries the end of the file says that there are. */
  private static int entries(byte[] jar) throws BrokenJarException {
    ByteBuffer buffer = ByteBuffer.wrap(jar).order(ByteOrder.LITTLE_ENDIAN);
    int lowest = Math.max(0, jar.length - END_RECORD_SIZE - 0xffff);
    for (int at = jar.length - END_RECORD_SIZE; at >= lowest; at--) {
      if (buffer.getInt(at) == END_RECORD) {
        return Short.toUnsignedInt(buffer.getShort(at + ENTRIES_OFFSET));
      }
    }
    throw new BrokenJarException(ProblemKind.MALFORMED, NO_JAR);
  }
}
