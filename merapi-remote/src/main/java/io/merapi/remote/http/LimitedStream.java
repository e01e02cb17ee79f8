package io.merapi.remote.http;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A stream that fails where it turns out to be longer than anybody is ready to read. */
final class LimitedStream extends FilterInputStream {

  private final long most;
  private long read;

  LimitedStream(InputStream in, long most) {
    super(in);
    this.most = most;
  }

  @Override
  public int read() throws IOException {
    int value = super.read();
    count(value < 0 ? 0 : 1);
    return value;
  }

  @Override
  public int read(byte[] bytes, int from, int length) throws IOException {
    int count = super.read(bytes, from, length);
    count(Math.max(0, count));
    return count;
  }

  @Override
  public long skip(long count) throws IOException {
    long skipped = super.skip(count);
    count(skipped);
    return skipped;
  }

  @Override
  public boolean markSupported() {
    return false;
  }

  private void count(long bytes) throws IOException {
    read += bytes;
    if (read > most) {
      throw tooLarge(most);
    }
  }

  static CallException tooLarge(long most) {
    return new CallException("the answer is larger than %,d bytes".formatted(most));
  }
}
