package io.merapi.cluster.run;

import java.util.List;
import java.util.function.Consumer;

/**
 * Whether the API server lets this scheduler bind pods at the moment. That it does not is said
 * once, however many pods are concerned, and so is its end; what comes of a single pod is a matter
 * of that pod.
 */
final class BindingRefusals {

  /** By this the server's answer differs from others that are refusals of one pod alone. */
  private static final String FORBIDDEN = "cannot create resource \"pods/binding\"";

  private final RunLog log;
  private volatile String present = "";
  private volatile Consumer<String> listener = _ -> {};

  BindingRefusals(RunLog log) {
    this.log = log;
  }

  /** Tells somebody else, too, when it begins. */
  void tell(Consumer<String> told) {
    listener = told;
  }

  /**
   * A binding failed.
   *
   * @return whether that is because no pod may be bound, of which this takes care
   */
  boolean failed(String message) {
    if (!message.contains(FORBIDDEN)) {
      return false;
    }
    String why = "pods cannot be bound: %s; grant create on pods/binding".formatted(message);
    boolean began;
    synchronized (this) {
      began = present.isEmpty();
      if (began) {
        present = why;
      }
    }
    if (began) {
      log.warn("bindings are refused and tried again", "err", why);
      listener.accept(why);
    }
    return true;
  }

  /** A binding went well. */
  void bound() {
    if (present.isEmpty()) {
      return;
    }
    synchronized (this) {
      if (present.isEmpty()) {
        return;
      }
      present = "";
    }
    log.info("pods are bound again");
  }

  /** Why no pod may be bound; nothing where all is well. */
  List<String> present() {
    String why = present;
    return why.isEmpty() ? List.of() : List.of(why);
  }
}
