package io.merapi.api.framework;

/**
 * Why a pod does not fit.
 *
 * <p>An implementation may work its detail out only when asked: a rejection is made for every node,
 * the detail is read for the few that somebody looks at.
 */
public interface Reason {

  /** Stable and countable, such as {@code InsufficientResource}. */
  String code();

  /** The same text for all nodes, so that events aggregate; upstream's exact words. */
  String summary();

  /** Wanted, found and missing for one node; empty where the summary says all. */
  default String detail() {
    return "";
  }

  static Reason of(String code, String summary) {
    return new PlainReason(code, summary);
  }

  /** A reason that is the same for all nodes. */
  record PlainReason(String code, String summary) implements Reason {}
}
