package io.merapi.batch.plugins.capacity;

import io.merapi.api.resource.MissingDimension;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.resource.Resources;
import io.merapi.api.resource.ResourcesSum;
import io.merapi.api.session.Job;
import io.merapi.api.session.QueueInfo;
import io.merapi.api.session.Session;
import io.merapi.api.session.Task;
import io.merapi.batch.shares.QueueUse;
import java.util.Objects;

/** Opens the accounts of queues that stand side by side: of all that have jobs. */
final class FlatQueues {

  private final Session session;
  private final DeviceQuota.Rules rules;
  private final Resources totalGuarantee;
  private final QueueAccounts accounts = new QueueAccounts();

  FlatQueues(Session session, DeviceQuota.Rules rules) {
    this.session = session;
    this.rules = rules;
    var sum = new ResourcesSum(session.resources());
    session.queues().forEach(queue -> sum.add(session.amounts(queue.queue().guarantee())));
    this.totalGuarantee = sum.toResources();
    QueueUse.byQueue(session).forEach(this::add);
    session.claimingJobs().forEach(this::addDevices);
    accounts.all().forEach(FlatQueues::settle);
  }

  QueueAccounts accounts() {
    return accounts;
  }

  Resources totalGuarantee() {
    return totalGuarantee;
  }

  private void add(String queue, QueueUse use) {
    QueueAccount account = open(Objects.requireNonNull(session.queue(queue)));
    account.use(account.usage().plus(Usage.of(use)));
    accounts.add(account);
  }

  private void addDevices(Job job) {
    QueueAccount account = Objects.requireNonNull(accounts.of(job));
    for (Task task : job.tasks()) {
      if (task.status().holdsResources()) {
        account.devices().allocate(task);
      }
    }
  }

  /** A queue may have what no guarantee of another keeps, up to its capability. */
  private QueueAccount open(QueueInfo queue) {
    var account = new QueueAccount(queue, session, rules);
    Resources real = session.totalResources().exceeding(totalGuarantee).plus(account.guarantee());
    if (!queue.queue().capability().isEmpty()) {
      Resources capability = unlimitedWhereUnset(account.capability());
      account.entitle(account.entitlement().withCapability(capability));
      real = real.min(capability, MissingDimension.INFINITY);
    }
    account.entitle(account.entitlement().withRealCapability(real));
    return account;
  }

  private static Resources unlimitedWhereUnset(Resources capability) {
    ResourcesSum sum = capability.sum();
    for (int id = ResourceDictionary.CPU; id <= ResourceDictionary.MEMORY; id++) {
      if (capability.get(id) <= 0) {
        sum.set(id, Double.MAX_VALUE);
      }
    }
    return sum.toResources();
  }

  private static void settle(QueueAccount account) {
    Resources attainable =
        account.deserved().min(account.realCapability(), MissingDimension.INFINITY);
    account.entitle(account.entitlement().withDeserved(attainable).deservingItsGuarantee());
    account.updateShare();
  }
}
