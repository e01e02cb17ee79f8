package io.merapi.cluster.serve;

import java.io.IOException;

/** Something that can be asked for; called from many threads. */
@FunctionalInterface
public interface Page {

  /** Answers; what it throws is answered by an internal error. */
  PageAnswer answer(PageRequest request) throws IOException;
}
