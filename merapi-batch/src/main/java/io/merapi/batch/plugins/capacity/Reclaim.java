package io.merapi.batch.plugins.capacity;

import io.merapi.api.fixes.Fix;
import io.merapi.api.resource.Dimensions;
import io.merapi.api.resource.MissingDimension;
import io.merapi.api.resource.Resources;
import io.merapi.api.resource.ResourcesSum;
import io.merapi.api.session.QueueInfo;
import io.merapi.api.session.Session;
import io.merapi.api.session.Task;
import io.merapi.batch.session.OrderedHeap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Lets queues that have less than they deserve take from queues that have more.
 *
 * <p>What a queue has left is followed from victim to victim. With an ancestor level above 0 the
 * queues above the victim's, up to that level and as far as they are not above the reclaimer's too,
 * must have more than they deserve as well, and a queue may also reclaim what one above it
 * deserves.
 */
final class Reclaim {

  private final Session session;
  private final QueueAccounts accounts;
  private final int ancestorLevel;
  private final boolean judgesResult;

  /**
   * @param ancestorLevel how many levels of queues above count; 0 where queues form no tree
   */
  Reclaim(Session session, QueueAccounts accounts, int ancestorLevel) {
    this.session = session;
    this.accounts = accounts;
    this.ancestorLevel = ancestorLevel;
    this.judgesResult = session.fixes().has(Fix.RECLAIM_JUDGES_THE_RESULT);
  }

  /** The tasks that may go for a task of another queue, in the order of victims. */
  List<Task> victims(Task reclaimer, List<? extends Task> reclaimees) {
    QueueAccount reclaiming = accounts.of(reclaimer);
    if (reclaiming == null) {
      return List.of();
    }
    var order = new OrderedHeap<Task>(session.victimOrder(reclaimer));
    reclaimees.forEach(order::push);
    var holdings = new Holdings();
    var victims = new ArrayList<Task>();
    while (!order.isEmpty()) {
      Task reclaimee = order.pop();
      QueueAccount account = accounts.of(reclaimee);
      if (account != null && mayGo(reclaimee, account, reclaimer, reclaiming, holdings)) {
        victims.add(reclaimee);
      }
    }
    return victims;
  }

  /** The tasks that may go for a whole job of another queue, in the order given. */
  List<Task> victims(List<? extends Task> candidates) {
    var holdings = new Holdings();
    var victims = new ArrayList<Task>();
    for (Task candidate : candidates) {
      QueueAccount account = accounts.of(candidate);
      if (account != null
          && keepsGuarantee(candidate, account, holdings)
          && exceedsDeserved(candidate, account, holdings)) {
        holdings.lose(candidate, List.of(account));
        victims.add(candidate);
      }
    }
    return victims;
  }

  private boolean mayGo(
      Task reclaimee,
      QueueAccount account,
      Task reclaimer,
      QueueAccount reclaiming,
      Holdings holdings) {
    if (Dimensions.sharedButPods(reclaimee.request(), reclaimer.request()).isEmpty()
        || !keepsGuarantee(reclaimee, account, holdings)
        || !exceedsDeserved(reclaimee, account, holdings)
        || neitherDeserves(reclaimee, account, reclaimer, reclaiming)) {
      return false;
    }
    var losing = new ArrayList<>(List.of(account));
    for (int level = 1; level <= ancestorLevel; level++) {
      QueueAccount ancestor = apartFrom(reclaiming, account, level);
      if (ancestor != null) {
        if (!exceedsDeserved(reclaimee, ancestor, holdings)) {
          return false;
        }
        losing.add(ancestor);
      }
    }
    holdings.lose(reclaimee, losing);
    return true;
  }

  private static boolean keepsGuarantee(Task task, QueueAccount account, Holdings holdings) {
    Resources left = holdings.of(account).minusAllowingNegative(task.request());
    return account.guarantee().lessEqual(left, MissingDimension.ZERO);
  }

  /** Whether a queue has more than it deserves of something that a task has; or deserves none. */
  private boolean exceedsDeserved(Task task, QueueAccount account, Holdings holdings) {
    if (!deserves(task, account)) {
      return true;
    }
    Resources held = holdings.of(account);
    List<String> exceeding =
        Dimensions.greaterWhereDefined(held, account.deserved(), task.request());
    return !exceeding.isEmpty()
        && (!judgesResult || staysAtDeserved(task, account, held, exceeding));
  }

  /** Whether a queue still has what it deserves where it exceeds that now. */
  private static boolean staysAtDeserved(
      Task task, QueueAccount account, Resources held, List<String> exceeding) {
    Resources after = held.minusAllowingNegative(task.request());
    return Dimensions.sufficient(account.deserved(), after, task.request()).containsAll(exceeding);
  }

  private static boolean deserves(Task task, QueueAccount account) {
    return !Dimensions.shared(task.request(), account.deserved()).isEmpty();
  }

  /**
   * Whether two relatives only quarrel: neither deserves any of what its task asks for, so that
   * taking turns would be all that comes of it.
   */
  private boolean neitherDeserves(
      Task reclaimee, QueueAccount account, Task reclaimer, QueueAccount reclaiming) {
    return !deserves(reclaimee, account)
        && !deserves(reclaimer, reclaiming)
        && related(account, reclaiming);
  }

  /** Whether a queue other than the root is above both within the levels that count. */
  private boolean related(QueueAccount left, QueueAccount right) {
    var above = new HashSet<@Nullable String>();
    for (int level = 1; level <= ancestorLevel; level++) {
      above.add(left.ancestor(level));
    }
    above.remove(null);
    above.remove(QueueInfo.ROOT);
    for (int level = 1; level <= ancestorLevel; level++) {
      if (above.contains(right.ancestor(level))) {
        return true;
      }
    }
    return false;
  }

  /** The queue above a victim's at a level; null where there is none that counts there. */
  private @Nullable QueueAccount apartFrom(
      QueueAccount reclaiming, QueueAccount account, int level) {
    String ancestor = account.ancestor(level);
    return ancestor == null
            || ancestor.equals(QueueInfo.ROOT)
            || ancestor.equals(reclaiming.ancestor(level))
        ? null
        : accounts.of(ancestor);
  }

  /** Whether a queue may reclaim for tasks of its own: what they ask for is within its rights. */
  boolean entitled(QueueAccount account, List<? extends Task> candidates) {
    var sum = new ResourcesSum(session.resources());
    candidates.forEach(task -> sum.add(task.request()));
    Resources request = sum.toResources();
    Resources future = account.allocated().plus(request);
    if (!Dimensions.fits(future, account.realCapability(), request)) {
      return false;
    }
    if (deserves(future, account, request)) {
      return true;
    }
    for (int level = 1; level <= ancestorLevel; level++) {
      String name = account.ancestor(level);
      QueueAccount ancestor =
          name == null || name.equals(QueueInfo.ROOT) ? null : accounts.of(name);
      if (ancestor != null && deserves(ancestor.allocated().plus(request), ancestor, request)) {
        return true;
      }
    }
    return false;
  }

  private boolean deserves(Resources future, QueueAccount account, Resources request) {
    return Dimensions.anySufficientInUse(future, account.deserved(), request)
        && !(judgesResult
            && Dimensions.anyGreaterWhereDefined(future, account.deserved(), request));
  }

  /** What queues have left as victims are chosen. */
  private static final class Holdings {

    private final Map<String, Resources> left = new HashMap<>();

    Resources of(QueueAccount account) {
      return left.getOrDefault(account.name(), account.allocated());
    }

    void lose(Task victim, List<QueueAccount> accounts) {
      for (QueueAccount account : accounts) {
        left.put(account.name(), of(account).minusAllowingNegative(victim.request()));
      }
    }
  }
}
