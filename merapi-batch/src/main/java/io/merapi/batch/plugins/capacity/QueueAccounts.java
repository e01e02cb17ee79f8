package io.merapi.batch.plugins.capacity;

import io.merapi.api.framework.CycleState;
import io.merapi.api.session.Job;
import io.merapi.api.session.Task;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The accounts of queues by name; a session has one set, and every dry run a copy of it. */
final class QueueAccounts implements CycleState.Copied {

  private final Map<String, QueueAccount> byName = new LinkedHashMap<>();

  @Override
  public QueueAccounts copy() {
    var copy = new QueueAccounts();
    byName.forEach((name, account) -> copy.byName.put(name, account.copy()));
    return copy;
  }

  void add(QueueAccount account) {
    byName.put(account.name(), account);
  }

  Collection<QueueAccount> all() {
    return byName.values();
  }

  /** The account of a queue; null where it has none. */
  @Nullable QueueAccount of(String queue) {
    return byName.get(queue);
  }

  /** The account of a job's queue; null where it has none. */
  @Nullable QueueAccount of(Job job) {
    return of(job.queue());
  }

  /** A queue and all above it, from the queue itself up to the root. */
  List<QueueAccount> path(QueueAccount account) {
    var path = new ArrayList<QueueAccount>(account.ancestors().size() + 1);
    path.add(account);
    for (int level = 1; level <= account.ancestors().size(); level++) {
      path.add(Objects.requireNonNull(byName.get(account.ancestor(level))));
    }
    return path;
  }

  /** Charges a task to its queue and all above it; a queue without an account is not charged. */
  void allocate(Task task) {
    QueueAccount account = of(task);
    if (account != null) {
      path(account).forEach(one -> one.allocate(task));
      account.updateShare();
    }
  }

  /** Takes a task off the accounts of its queue and all above it. */
  void release(Task task) {
    QueueAccount account = of(task);
    if (account != null) {
      path(account).forEach(one -> one.release(task));
      account.updateShare();
    }
  }

  /** The account of a task's queue; null where its job or its queue has none. */
  @Nullable QueueAccount of(Task task) {
    Job job = task.job();
    return job == null ? null : of(job);
  }
}
