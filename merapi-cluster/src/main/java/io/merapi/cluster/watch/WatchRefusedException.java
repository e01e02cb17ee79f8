package io.merapi.cluster.watch;

import io.merapi.cluster.http.ApiStatus;

/** The API server does not list or watch, or no longer. */
final class WatchRefusedException extends Exception {

  private final transient ApiStatus status;

  WatchRefusedException(ApiStatus status) {
    super(status.message());
    this.status = status;
  }

  ApiStatus status() {
    return status;
  }
}
