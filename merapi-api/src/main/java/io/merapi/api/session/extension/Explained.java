package io.merapi.api.session.extension;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Shows what a plugin worked out when the session was opened, such as the shares of queues. */
public interface Explained extends BatchPlugin {

  /**
   * The figures by name, in upstream's words.
   *
   * @return texts, numbers, flags, {@link io.merapi.api.resource.Resources}, lists and maps of
   *     these; null for a figure that is not set
   */
  Map<String, @Nullable Object> attributes();
}
