package io.merapi.api.framework;

import java.time.Duration;
import java.util.List;

/** What a plugin answers; null never means success. */
public sealed interface Verdict {

  /** Nothing stands against it. */
  static Verdict success() {
    return Success.INSTANCE;
  }

  /** The plugin has no part in this pod. */
  static Verdict skip() {
    return Skip.INSTANCE;
  }

  /** The pod is unschedulable as things stand; evicting other pods might help. */
  static Verdict unschedulable(Reason... reasons) {
    return new Rejected(List.of(reasons), true);
  }

  /** The pod is unschedulable whatever is evicted. */
  static Verdict unresolvable(Reason... reasons) {
    return new Rejected(List.of(reasons), false);
  }

  static Verdict error(String message) {
    return new Failed(message);
  }

  default boolean isSuccess() {
    return this instanceof Success;
  }

  default boolean isSkip() {
    return this instanceof Skip;
  }

  /** The texts that say why, in upstream's words; empty where there is nothing to say. */
  default List<String> texts() {
    return switch (this) {
      case Success _, Skip _, Wait _ -> List.of();
      case Rejected(var reasons, _) -> reasons.stream().map(Reason::summary).toList();
      case Held(var reasons) -> reasons.stream().map(Reason::summary).toList();
      case Failed(var message) -> List.of(message);
    };
  }

  /** The status code as upstream names it. */
  default String code() {
    return switch (this) {
      case Success _ -> "Success";
      case Skip _ -> "Skip";
      case Wait _ -> "Wait";
      case Rejected(_, var evictionHelps) ->
          evictionHelps ? "Unschedulable" : "UnschedulableAndUnresolvable";
      case Held _ -> "Pending";
      case Failed _ -> "Error";
    };
  }

  /** Nothing stands against it. */
  record Success() implements Verdict {

    private static final Success INSTANCE = new Success();
  }

  /** The plugin has no part in this pod; its later point is left out. */
  record Skip() implements Verdict {

    private static final Skip INSTANCE = new Skip();
  }

  /** Permit only: the pod waits, at most so long, until the plugin allows or rejects it. */
  record Wait(Duration atMost) implements Verdict {}

  /**
   * The pod does not fit.
   *
   * @param evictionHelps whether evicting other pods might make it fit
   */
  record Rejected(List<Reason> reasons, boolean evictionHelps) implements Verdict {

    public Rejected {
      reasons = List.copyOf(reasons);
    }
  }

  /** The pod must not be tried again before the plugin says so. */
  record Held(List<Reason> reasons) implements Verdict {

    public Held {
      reasons = List.copyOf(reasons);
    }
  }

  /** Something is broken; the attempt fails and is tried again later. */
  record Failed(String message) implements Verdict {}
}
