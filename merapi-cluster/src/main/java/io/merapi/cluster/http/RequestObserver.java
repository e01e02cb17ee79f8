package io.merapi.cluster.http;

/** Told of every request; called from many threads. */
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

  /**
   * Takes work that the calling thread hands to another one, where requests are part of whatever
   * this thread is doing now.
   */
  default Runnable carried(Runnable work) {
    return work;
  }

  /** A request is about to be sent by the calling thread; streams are not told of. */
  default RequestTrace sending(ApiRequest request, String host) {
    return RequestTrace.NONE;
  }
}
