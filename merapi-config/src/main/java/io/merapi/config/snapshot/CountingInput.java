package io.merapi.config.snapshot;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.LongConsumer;

/** Counts the bytes that are read from a stream. */
final class CountingInput extends FilterInputStream {

  private final Total total;

  /** The count over all streams of one load. */
  static final class Total {

    private final LongConsumer listener;
    private long bytes;

    Total(LongConsumer listener) {
      this.listener = listener;
    }

    private void add(int count) {
      if (count > 0) {
        bytes += count;
        listener.accept(bytes);
      }
    }
  }

  CountingInput(InputStream in, Total total) {
    super(in);
    this.total = total;
  }

  @Override
  public int read() throws IOException {
    int value = in.read();
    total.add(value < 0 ? 0 : 1);
    return value;
  }

  @Override
  public int read(byte[] buffer, int start, int length) throws IOException {
    int count = in.read(buffer, start, length);
    total.add(count);
    return count;
  }
}
