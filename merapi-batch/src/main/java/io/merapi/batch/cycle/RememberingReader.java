package io.merapi.batch.cycle;

import io.merapi.batch.devices.DocumentReader;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads each text once, since most are the same in every session. */
final class RememberingReader implements DocumentReader {

  /** A few more than a large cluster has nodes. */
  private static final int MOST = 20_000;

  private final DocumentReader reader;

  /** What cannot be read is remembered too. */
  private final Map<String, Optional<Object>> known = new LinkedHashMap<>(16, 0.75f, true);

  RememberingReader(DocumentReader reader) {
    this.reader = reader;
  }

  @Override
  public @Nullable Object read(String text) {
    Optional<Object> document =
        known.computeIfAbsent(text, _ -> Optional.ofNullable(reader.read(text)));
    if (known.size() > MOST) {
      known.remove(known.keySet().iterator().next());
    }
    return document.orElse(null);
  }
}
