package io.merapi.config.objects;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.stream.Stream;

/** A text that is made while it is read, so that it may be longer than memory. */
public final class LongText extends InputStream {

  private final Iterator<String> parts;
  private byte[] part = {};
  private int at;

  private LongText(Iterator<String> parts) {
    this.parts = parts;
  }

  public static InputStream of(Stream<String> parts) {
    return new LongText(parts.iterator());
  }

  @Override
  public int read() {
    return fill() ? part[at++] & 0xff : -1;
  }

  @Override
  public int read(byte[] buffer, int start, int length) {
    if (!fill()) {
      return -1;
    }
    int count = Math.min(length, part.length - at);
    System.arraycopy(part, at, buffer, start, count);
    at += count;
    return count;
  }

  private boolean fill() {
    while (at == part.length && parts.hasNext()) {
      part = parts.next().getBytes(StandardCharsets.UTF_8);
      at = 0;
    }
    return at < part.length;
  }
}
