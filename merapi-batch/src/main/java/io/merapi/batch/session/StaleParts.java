package io.merapi.batch.session;

import java.util.HashSet;
import java.util.Set;

/** What of a kept model is not as the cluster has it now, by key and by name. */
final class StaleParts {

  private final Set<String> jobs = new HashSet<>();
  private final Set<String> nodes = new HashSet<>();

  /** A job must be made anew; an empty key stands for none. */
  void addJob(String key) {
    if (!key.isEmpty()) {
      jobs.add(key);
    }
  }

  /** A node must be made anew; an empty name stands for none. */
  void addNode(String name) {
    if (!name.isEmpty()) {
      nodes.add(name);
    }
  }

  Set<String> jobs() {
    return jobs;
  }

  Set<String> nodes() {
    return nodes;
  }
}
