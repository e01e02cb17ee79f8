package io.merapi.cluster.run;

import io.merapi.api.cluster.ObjectKind;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What keeps a scheduler from following the cluster at the moment. Each trouble is said once,
 * however many kinds have it and however often they try again, and its end is said too.
 */
final class Troubles {

  private final RunLog log;
  private final Map<ObjectKind, String> present = new EnumMap<>(ObjectKind.class);
  private final Set<String> said = new HashSet<>();
  private Consumer<String> listener = _ -> {};

  Troubles(RunLog log) {
    this.log = log;
  }

  /** Tells somebody else, too, of each trouble that begins. */
  synchronized void tell(Consumer<String> told) {
    listener = told;
  }

  /** A kind cannot be followed; it is tried again. */
  synchronized void began(ObjectKind kind, String why) {
    present.put(kind, why);
    if (said.add(why)) {
      log.warn("watching again", "kind", kind.kindName(), "err", why);
      listener.accept(why);
    }
  }

  /** A kind is followed again. */
  synchronized void ended(ObjectKind kind) {
    if (present.remove(kind) != null && present.isEmpty()) {
      said.clear();
      log.info("the whole cluster is followed again");
    }
  }

  /** What is wrong, each thing once; nothing where all is well. */
  synchronized List<String> present() {
    return present.values().stream().distinct().toList();
  }
}
