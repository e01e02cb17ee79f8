package io.merapi.config.snapshot;

import io.merapi.config.objects.JsonTokens;
import io.merapi.config.objects.Tokens;
import io.merapi.config.objects.YamlTokens;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;

/** Finds out by its first bytes how a text is to be read. */
final class TextSource {

  private static final int BUFFER = 16 << 10;
  private static final int LOOK_AHEAD = 4 << 10;
  private static final byte[] GZIP_MAGIC = {0x1f, (byte) 0x8b};
  private static final byte[] UTF8_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

  private TextSource() {}

  static Tokens tokens(String name, InputStream source) throws IOException {
    InputStream in = new BufferedInputStream(source, BUFFER);
    if (startsWith(head(in), GZIP_MAGIC)) {
      in = new BufferedInputStream(new GZIPInputStream(in, BUFFER), BUFFER);
    }
    byte[] head = head(in);
    if (startsWith(head, UTF8_MARK)) {
      in.skipNBytes(UTF8_MARK.length);
      head = head(in);
    }
    return isJson(head) ? new JsonTokens(name, in) : new YamlTokens(name, in);
  }

  private static byte[] head(InputStream in) throws IOException {
    in.mark(LOOK_AHEAD);
    byte[] head = in.readNBytes(LOOK_AHEAD);
    in.reset();
    return head;
  }

  private static boolean startsWith(byte[] head, byte[] prefix) {
    if (head.length < prefix.length) {
      return false;
    }
    for (int i = 0; i < prefix.length; i++) {
      if (head[i] != prefix[i]) {
        return false;
      }
    }
    return true;
  }

  /** A brace followed by a quote or by a brace; YAML in braces seldom quotes its names. */
  private static boolean isJson(byte[] head) {
    int brace = nextVisible(head, 0);
    if (brace == head.length || head[brace] != '{') {
      return false;
    }
    int next = nextVisible(head, brace + 1);
    return next == head.length || head[next] == '"' || head[next] == '}';
  }

  private static int nextVisible(byte[] head, int start) {
    int at = start;
    while (at < head.length
        && (head[at] == ' ' || head[at] == '\t' || head[at] == '\r' || head[at] == '\n')) {
      at++;
    }
    return at;
  }
}
