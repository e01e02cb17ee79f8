package io.merapi.api.framework;

import io.merapi.api.cluster.ObjectKind;
import java.util.List;
import java.util.Set;

/**
 * Names the changes of the cluster after which a pod that the plugin rejected is worth another try.
 *
 * <p>A plugin that rejects pods and does not implement this has its pods tried again after every
 * change.
 */
public interface EnqueueExtensions extends Plugin {

  /** Asked once, when the profile is made. */
  List<Registration> eventsToRegister();

  /** Changes of one kind of object that may help, subject to a closer look. */
  record Registration(ObjectKind kind, Set<ClusterAction> actions, QueueingHint hint) {

    public Registration {
      actions = Set.copyOf(actions);
    }

    public static Registration of(ObjectKind kind, Set<ClusterAction> actions, QueueingHint hint) {
      return new Registration(kind, actions, hint);
    }

    /** Changes that are always worth a try. */
    public static Registration of(ObjectKind kind, Set<ClusterAction> actions) {
      return new Registration(kind, actions, QueueingHint.ALWAYS);
    }
  }
}
