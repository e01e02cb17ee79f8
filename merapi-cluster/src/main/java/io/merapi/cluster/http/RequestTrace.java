package io.merapi.cluster.http;

/** Follows one request until it is answered. */
public interface RequestTrace {

  /** Follows nothing. */
  RequestTrace NONE =
      new RequestTrace() {
        @Override
        public String header() {
          return "";
        }

        @Override
        public void ended(int code) {
          // Nobody follows it.
        }
      };

  /** What goes with the request as its header {@code traceparent}; empty for none. */
  String header();

  /**
   * The request is over.
   *
   * @param code of the answer; 0 where none came
   */
  void ended(int code);
}
