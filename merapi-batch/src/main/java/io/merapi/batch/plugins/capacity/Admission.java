package io.merapi.batch.plugins.capacity;

import io.merapi.api.device.DeviceAmounts;
import io.merapi.api.fixes.Fix;
import io.merapi.api.resource.Dimensions;
import io.merapi.api.resource.Resources;
import io.merapi.api.session.Job;
import io.merapi.api.session.Session;
import io.merapi.batch.shares.Reservations;
import io.merapi.batch.shares.Shortage;
import java.util.ArrayList;
import java.util.List;

/** Admits jobs to their queues as far as their minimums fit there and in all queues above. */
final class Admission {

  private static final String SHORTAGE = "queue resource quota insufficient";
  private static final String DEVICE_SHORTAGE = "dra-resource-exceeded";

  private final QueueAccounts accounts;
  private final Reservations reservations;
  private final boolean chargesDevicesAbove;
  private final boolean admitsUpToDeserved;

  Admission(Session session, QueueAccounts accounts) {
    this.accounts = accounts;
    this.reservations = new Reservations(session);
    this.chargesDevicesAbove = session.fixes().has(Fix.CHECK_ANCESTORS_AT_ENQUEUE);
    this.admitsUpToDeserved = session.fixes().has(Fix.ENQUEUE_UP_TO_DESERVED);
  }

  /** Why a job is not admitted; empty where it is. Changes nothing. */
  String objection(Job job, QueueAccount account) {
    if (!concerns(job, account)) {
      return "";
    }
    // What others took of the queues above it can reclaim, but only once it is admitted.
    List<QueueAccount> asked =
        admitsUpToDeserved && withinDeserved(job, account)
            ? List.of(account)
            : accounts.path(account);
    for (QueueAccount one : asked) {
      List<String> missing = missing(job, one);
      if (!missing.isEmpty()) {
        return Shortage.text(SHORTAGE, "insufficient", missing);
      }
    }
    return "";
  }

  /** Charges an admitted job to its queue and all above it. */
  void admitted(Job job, QueueAccount account) {
    if (!concerns(job, account)) {
      return;
    }
    Resources minimum = reservations.admitted(job);
    DeviceAmounts devices =
        chargesDevicesAbove || account.devices().counts() ? job.minDevices() : DeviceAmounts.NONE;
    for (QueueAccount one : accounts.path(account)) {
      one.use(one.usage().withAdmitted(minimum));
      one.devices().admit(devices);
    }
  }

  /**
   * Whether a job has a minimum that is held against its queue.
   *
   * <p>Kept from upstream: the devices of a job without minimum resources count only if its own
   * queue has a quota of devices, not if one above has.
   */
  private boolean concerns(Job job, QueueAccount account) {
    return job.podGroup().minResources() != null
        || account.devices().concerns(job)
        || (chargesDevicesAbove
            && accounts.path(account).stream().anyMatch(one -> one.devices().concerns(job)));
  }

  private static List<String> missing(Job job, QueueAccount account) {
    Resources minimum = job.minResources();
    var missing =
        new ArrayList<>(
            Dimensions.exceeding(
                account.usage().ifAdmitted(minimum), account.realCapability(), minimum));
    if (missing.isEmpty() && !account.devices().admits(job.minDevices())) {
      missing.add(DEVICE_SHORTAGE);
    }
    return missing;
  }

  /** Whether a queue would have no more than it deserves if a job were admitted. */
  boolean withinDeserved(Job job, QueueAccount account) {
    Resources minimum = job.minResources();
    return Dimensions.fits(account.usage().ifAdmitted(minimum), account.deserved(), minimum);
  }
}
