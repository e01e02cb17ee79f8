package io.merapi.batch.plugins.capacity;

import io.merapi.api.batch.Queue;
import io.merapi.api.device.DeviceAmount;
import io.merapi.api.device.DeviceAmounts;
import io.merapi.api.resource.Quantity;
import io.merapi.api.session.Job;
import io.merapi.api.session.Task;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The devices of a queue by class: what it may have, and what its tasks claim.
 *
 * <p>A claim that several tasks share counts once. A class without a capability, or with a
 * capability of 0, has no limit.
 */
final class DeviceQuota {

  private final Rules rules;
  private final DeviceAmounts capability;
  private final DeviceAmounts deserved;
  private final DeviceAmounts guarantee;
  private final Map<String, Integer> tasksByClaim;
  private DeviceAmounts allocated;
  private DeviceAmounts inqueue;

  DeviceQuota(Queue queue, Rules rules) {
    this.rules = rules;
    this.capability = DeviceAmounts.of(queue.capability());
    this.deserved = DeviceAmounts.of(queue.deserved());
    this.guarantee = DeviceAmounts.of(queue.guarantee());
    this.tasksByClaim = new HashMap<>();
    this.allocated = DeviceAmounts.NONE;
    this.inqueue = DeviceAmounts.NONE;
  }

  private DeviceQuota(DeviceQuota original) {
    this.rules = original.rules;
    this.capability = original.capability;
    this.deserved = original.deserved;
    this.guarantee = original.guarantee;
    this.tasksByClaim = new HashMap<>(original.tasksByClaim);
    this.allocated = original.allocated;
    this.inqueue = original.inqueue;
  }

  DeviceQuota copy() {
    return new DeviceQuota(this);
  }

  /** Whether the queue says anything of devices. */
  boolean stated() {
    return !(capability.isEmpty() && deserved.isEmpty() && guarantee.isEmpty());
  }

  /** Whether devices are held against the queue. */
  boolean counts() {
    return rules.counted() && stated();
  }

  /** Whether the minimum of a job is held against the queue for the devices in it. */
  boolean concerns(Job job) {
    return counts() && !job.minDevices().isEmpty();
  }

  DeviceAmounts allocated() {
    return allocated;
  }

  void allocate(Task task) {
    if (!counts()) {
      return;
    }
    task.claimedDevices()
        .forEach((claim, amounts) -> {
          if (tasksByClaim.merge(claim, 1, Integer::sum) == 1) {
            allocated = allocated.plus(amounts);
          }
        });
  }

  void release(Task task) {
    if (!counts()) {
      return;
    }
    task.claimedDevices()
        .forEach((claim, amounts) -> {
          if (tasksByClaim.getOrDefault(claim, 0) > 1) {
            tasksByClaim.merge(claim, -1, Integer::sum);
          } else {
            tasksByClaim.remove(claim);
            allocated = allocated.minus(amounts);
          }
        });
  }

  /** Adds what a queue below has come to use, of classes that are limited here. */
  void addFromBelow(DeviceAmounts added) {
    if (counts()) {
      allocated = allocated.plus(added.only(limited -> capability.byClass().containsKey(limited)));
    }
  }

  /** Adds what an admitted job needs at least. */
  void admit(DeviceAmounts minimum) {
    if (counts()) {
      inqueue = inqueue.plus(minimum);
    }
  }

  /** Whether a task fits; claims that the queue pays for already cost nothing. */
  boolean fits(Task task) {
    if (!counts() || task.claimedDevices().isEmpty()) {
      return true;
    }
    DeviceAmounts added = DeviceAmounts.NONE;
    for (Map.Entry<String, DeviceAmounts> claim : task.claimedDevices().entrySet()) {
      if (!tasksByClaim.containsKey(claim.getKey())) {
        added = added.plus(claim.getValue());
      }
    }
    return fits(added, allocated);
  }

  /** Whether the minimum of a job fits beside those that were admitted before. */
  boolean admits(DeviceAmounts minimum) {
    return !counts() || fits(minimum, allocated.plus(inqueue));
  }

  private boolean fits(DeviceAmounts added, DeviceAmounts present) {
    return added.byClass().entrySet().stream()
        .allMatch(entry -> {
          DeviceAmount limit = capability.byClass().get(entry.getKey());
          return limit == null
              || fits(present.get(entry.getKey()).plus(entry.getValue()), entry.getValue(), limit);
        });
  }

  private boolean fits(DeviceAmount sum, DeviceAmount added, DeviceAmount limit) {
    if (limit.count() > 0 && sum.count() > limit.count()) {
      return false;
    }
    return !rules.capacityCounted()
        || added.capacity().keySet().stream()
            .allMatch(dimension -> {
              @Nullable Quantity most = limit.capacity().get(dimension);
              Quantity total = sum.capacity().getOrDefault(dimension, Quantity.ZERO);
              return most != null && total.compareTo(most) <= 0;
            });
  }

  /** The figures as explanations show them. */
  Map<String, Object> attributes() {
    return Map.of(
        "capability", plain(capability),
        "deserved", plain(deserved),
        "guarantee", plain(guarantee),
        "allocated", plain(allocated),
        "inqueue", plain(inqueue));
  }

  private static Map<String, Object> plain(DeviceAmounts amounts) {
    var plain = new TreeMap<String, Object>();
    amounts
        .byClass()
        .forEach((deviceClass, amount) -> {
          var figures = new TreeMap<String, Object>();
          figures.put("count", amount.count());
          if (!amount.capacity().isEmpty()) {
            var capacity = new TreeMap<String, String>();
            amount
                .capacity()
                .forEach((dimension, quantity) -> capacity.put(dimension, quantity.toString()));
            figures.put("capacity", capacity);
          }
          plain.put(deviceClass, figures);
        });
    return plain;
  }

  /**
   * What of devices is held against queues.
   *
   * @param counted whether anything is
   * @param capacityCounted whether what devices share out is, besides their number
   */
  record Rules(boolean counted, boolean capacityCounted) {}
}
