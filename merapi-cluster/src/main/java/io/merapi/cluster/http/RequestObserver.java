package io.merapi.cluster.http;

/** Told of every request that was answered; called from many threads. */
public interface RequestObserver {

  /** Takes no notice. */
  RequestObserver NONE = (_, _, _, _) -> {};

  /**
   * A request is over.
   *
   * @param host and port of the server
   * @param code of the answer; 0 where none came
   */
  void answered(ApiRequest request, String host, int code, long nanos);
}
