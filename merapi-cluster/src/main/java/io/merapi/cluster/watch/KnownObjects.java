package io.merapi.cluster.watch;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectEvent;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The objects of one kind as they were told last: the ground for telling only what is new after
 * everything had to be read again.
 */
final class KnownObjects {

  private final Consumer<ObjectEvent> out;
  private final Map<String, ClusterObject> objects = new HashMap<>();
  private final Set<String> unseen = new HashSet<>();

  KnownObjects(Consumer<ObjectEvent> out) {
    this.out = out;
  }

  /** From here on all objects come, known ones too. */
  void beginList() {
    unseen.clear();
    unseen.addAll(objects.keySet());
  }

  /** All objects have come: what did not is gone. */
  void endList() {
    unseen.forEach(this::deleted);
    unseen.clear();
  }

  void applied(ClusterObject object) {
    seen(object.key());
    ClusterObject before = objects.put(object.key(), object);
    if (before != null) {
      String version = object.meta().resourceVersion();
      if (!version.isEmpty() && version.equals(before.meta().resourceVersion())) {
        return;
      }
      if (!before.meta().uid().equals(object.meta().uid())) {
        // Another object under the same name: who holds on to the old one has to let it go.
        out.accept(new ObjectEvent.Deleted(before));
      }
    }
    out.accept(new ObjectEvent.Applied(object));
  }

  /** An object of that name is there, whatever it looks like. */
  void seen(String key) {
    unseen.remove(key);
  }

  void deleted(String key) {
    ClusterObject before = objects.remove(key);
    if (before != null) {
      out.accept(new ObjectEvent.Deleted(before));
    }
  }
}
