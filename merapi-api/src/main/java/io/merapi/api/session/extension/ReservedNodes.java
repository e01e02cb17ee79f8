package io.merapi.api.session.extension;

/** Reserves nodes for a job that waits. */
public interface ReservedNodes extends BatchPlugin {

  void reserveNodes();
}
