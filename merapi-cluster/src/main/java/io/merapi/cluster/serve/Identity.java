package io.merapi.cluster.serve;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Who asks.
 *
 * @param extra what else an authenticator says of them, for authorizers that look at it
 */
record Identity(String name, String uid, List<String> groups, Map<String, Object> extra) {

  static final Identity ANONYMOUS =
      new Identity("system:anonymous", "", List.of("system:unauthenticated"), Map.of());

  private static final String AUTHENTICATED = "system:authenticated";

  Identity {
    groups = List.copyOf(groups);
    extra = Map.copyOf(extra);
  }

  /** Somebody whose name is proven. */
  static Identity proven(String name, String uid, List<String> groups, Map<String, Object> extra) {
    var all = new ArrayList<>(groups);
    if (!all.contains(AUTHENTICATED)) {
      all.add(AUTHENTICATED);
    }
    return new Identity(name, uid, all, extra);
  }
}
