package io.merapi.remote.http;

import java.io.IOException;
import java.io.InputStream;

/** Makes an answer of the body of a response. */
@FunctionalInterface
public interface BodyReader<T> {

  /** Reads as much of the body as it needs; it may fail with whatever says best why. */
  T read(InputStream body) throws IOException;
}
