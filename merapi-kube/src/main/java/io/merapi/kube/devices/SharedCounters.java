package io.merapi.kube.devices;

import io.merapi.api.device.CounterSet;
import io.merapi.api.resource.Quantity;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * What devices that are parts of one another leave each other of their pool's counters.
 *
 * <p>Kept by the bare name of the pool, as upstream does: pools of different drivers that have the
 * same name and counters share one account.
 */
final class SharedCounters {

  private final AllocatedDevices allocated;
  private final Map<String, Account> available = new ConcurrentHashMap<>();

  SharedCounters(AllocatedDevices allocated) {
    this.allocated = allocated;
  }

  /** What claims that have their devices leave of a pool's counters. */
  private Account available(DevicePool pool) {
    return available.computeIfAbsent(
        pool.id().pool(),
        _ -> {
          var account = new Account();
          pool.counterSets().values().forEach(account::add);
          Stream.of(pool.slices(), pool.slicesElsewhere())
              .flatMap(List::stream)
              .flatMap(slice -> slice.devices().stream())
              .filter(device -> allocated.isTaken(device.id()))
              .flatMap(device -> device.device().consumesCounters().stream())
              .forEach(account::subtract);
          return account;
        });
  }

  /** What one search takes beyond that. */
  final class Taking {

    private final Map<String, Account> byPool = new HashMap<>();

    /** Takes what a device needs; nothing is taken where that is more than there is. */
    boolean take(DevicePool pool, InventoryDevice device) {
      Account account = byPool.computeIfAbsent(pool.id().pool(), _ -> new Account());
      device.device().consumesCounters().forEach(account::add);
      if (available(pool).covers(account)) {
        return true;
      }
      giveBack(pool, device);
      return false;
    }

    void giveBack(DevicePool pool, InventoryDevice device) {
      Account account = byPool.get(pool.id().pool());
      if (account != null) {
        device.device().consumesCounters().forEach(account::subtract);
      }
    }
  }

  /** Amounts by the name of a set and of a counter. */
  private static final class Account {

    private final Map<String, Map<String, Quantity>> sets = new HashMap<>();

    void add(CounterSet set) {
      Map<String, Quantity> amounts = sets.computeIfAbsent(set.name(), _ -> new HashMap<>());
      set.counters()
          .amounts()
          .forEach((name, amount) -> amounts.merge(name, amount, Quantity::plus));
    }

    /** Counters that are not there are passed over; the others may fall below zero. */
    void subtract(CounterSet set) {
      Map<String, Quantity> amounts = sets.getOrDefault(set.name(), Map.of());
      set.counters()
          .amounts()
          .forEach((name, amount) -> {
            Quantity present = amounts.get(name);
            if (present != null) {
              amounts.put(name, present.minus(amount));
            }
          });
    }

    /** Whether no counter that is here has less than the other asks for. */
    boolean covers(Account other) {
      for (var set : sets.entrySet()) {
        Map<String, Quantity> asked = other.sets.getOrDefault(set.getKey(), Map.of());
        for (var counter : set.getValue().entrySet()) {
          Quantity amount = asked.getOrDefault(counter.getKey(), Quantity.ZERO);
          if (counter.getValue().compareTo(amount) < 0) {
            return false;
          }
        }
      }
      return true;
    }
  }
}
