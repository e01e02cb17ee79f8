package io.merapi.cluster.serve;

import com.sun.net.httpserver.HttpExchange;
import org.jspecify.annotations.Nullable;

/** Decides who may ask for what. */
interface Guard {

  /** Lets everybody in: the address is one that only this machine reaches. */
  Guard NONE = _ -> null;

  /**
   * Looks at a request.
   *
   * @return why it is refused; null where it is not
   */
  @Nullable PageAnswer refusal(HttpExchange exchange);
}
