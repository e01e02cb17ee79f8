package io.merapi.batch.plugins.capacity;

import io.merapi.api.device.DeviceAmounts;
import io.merapi.api.fixes.Fix;
import io.merapi.api.resource.MissingDimension;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.resource.Resources;
import io.merapi.api.resource.ResourcesSum;
import io.merapi.api.session.Job;
import io.merapi.api.session.QueueInfo;
import io.merapi.api.session.Session;
import io.merapi.api.session.Task;
import io.merapi.batch.shares.QueueUse;
import io.merapi.batch.shares.Reservations;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Opens the accounts of queues that form a tree below {@code root}: of all queues.
 *
 * <p>Where the tree makes no sense (a queue above another does not exist, or a job is in a queue
 * above others), nothing at all may be scheduled, and accounts are as far as they came. With {@link
 * Fix#SET_BAD_QUEUES_ASIDE} such queues are left out with all below them, such jobs wait, and
 * everything else goes on. Queues that are above each other belong to no tree: they are above
 * others, so no job may be in them.
 */
final class QueueTree {

  /** More of a scalar than any cluster has; upstream's {@code math.MaxInt64}. */
  private static final double UNLIMITED_SCALAR = 0x1p63;

  private final Session session;
  private final DeviceQuota.Rules rules;
  private final boolean setsAside;
  private final boolean countsClaimsAbove;
  private final QueueAccounts accounts = new QueueAccounts();
  private final Map<String, String> problems = new LinkedHashMap<>();
  private final String flaw;

  QueueTree(Session session, DeviceQuota.Rules rules) {
    this.session = session;
    this.rules = rules;
    this.setsAside = session.fixes().has(Fix.SET_BAD_QUEUES_ASIDE);
    this.countsClaimsAbove = session.fixes().has(Fix.EXACT_DEVICE_ARITHMETIC);
    this.flaw = build();
  }

  QueueAccounts accounts() {
    return accounts;
  }

  /** Why nothing may be scheduled; empty where the tree makes sense. */
  String flaw() {
    return flaw;
  }

  /** Why jobs of a queue may not be scheduled; null where they may. */
  @Nullable String problem(String queue) {
    return problems.get(queue);
  }

  /** Whether jobs of some queue may not be scheduled. */
  boolean hasProblems() {
    return !problems.isEmpty();
  }

  private String build() {
    if (setsAside) {
      session.queues().forEach(this::findProblem);
    }
    for (QueueInfo queue : session.queues()) {
      if (accounts.of(queue.name()) == null && !problems.containsKey(queue.name())) {
        String why = open(queue);
        if (!why.isEmpty()) {
          return why;
        }
      }
    }
    String misplaced = addJobs();
    if (!misplaced.isEmpty()) {
      return misplaced;
    }
    QueueAccount root = accounts.of(QueueInfo.ROOT);
    if (root == null) {
      return "there is no queue %s".formatted(QueueInfo.ROOT);
    }
    entitleRoot(root);
    entitleBelow(root);
    accounts.all().forEach(QueueAccount::updateShare);
    return "";
  }

  private static String parentOf(QueueInfo queue) {
    String parent = queue.queue().parent();
    return parent.isEmpty() ? QueueInfo.ROOT : parent;
  }

  /** Follows the queues above one up to the root, or to where that leads nowhere. */
  private void findProblem(QueueInfo queue) {
    var seen = new HashSet<String>();
    QueueInfo above = queue;
    while (!above.name().equals(QueueInfo.ROOT)) {
      if (!seen.add(above.name())) {
        problems.put(queue.name(), "queue %s is above itself".formatted(above.name()));
        return;
      }
      QueueInfo parent = session.queue(parentOf(above));
      if (parent == null) {
        problems.put(queue.name(), invalidParent(above));
        return;
      }
      above = parent;
    }
  }

  private static String invalidParent(QueueInfo queue) {
    return "the queue %s has invalid parent queue %s".formatted(queue.name(), parentOf(queue));
  }

  /** Opens the account of a queue and of those above it that have none; says why it cannot. */
  private String open(QueueInfo queue) {
    var account = new QueueAccount(queue, session, rules);
    accounts.add(account);
    if (queue.name().equals(QueueInfo.ROOT)) {
      return "";
    }
    QueueInfo parent = session.queue(parentOf(queue));
    if (parent == null) {
      return invalidParent(queue);
    }
    if (accounts.of(parent.name()) == null) {
      String why = open(parent);
      if (!why.isEmpty()) {
        return why;
      }
    }
    account.placeBelow(Objects.requireNonNull(accounts.of(parent.name())));
    return "";
  }

  /** Adds what jobs use; says why one of them cannot be where it is. */
  private String addJobs() {
    for (QueueInfo queue : session.queuesWithJobs()) {
      QueueAccount account = accounts.of(queue.name());
      if (account != null && !account.isLeaf()) {
        if (!setsAside) {
          return addJobsUpToMisplaced();
        }
        problems.put(account.name(), "the queue %s is no leaf".formatted(account.name()));
      }
    }
    QueueUse.byQueue(session)
        .forEach((queue, use) -> {
          QueueAccount account = accounts.of(queue);
          if (account != null) {
            add(Usage.of(use), accounts.path(account));
          }
        });
    for (Job job : session.claimingJobs()) {
      QueueAccount account = accounts.of(job);
      if (account != null) {
        addDevices(job, accounts.path(account));
      }
    }
    return "";
  }

  /** Kept from upstream: accounts are as far as they came before the first job in a wrong queue. */
  private String addJobsUpToMisplaced() {
    var reservations = new Reservations(session);
    for (Job job : session.jobs()) {
      QueueAccount account = accounts.of(job);
      if (account != null) {
        if (!account.isLeaf()) {
          return "the queue %s of job %s is no leaf".formatted(account.name(), job.key());
        }
        List<QueueAccount> path = accounts.path(account);
        add(Usage.of(job, reservations), path);
        addDevices(job, path);
      }
    }
    return "";
  }

  private static void add(Usage usage, List<QueueAccount> path) {
    path.forEach(one -> one.use(one.usage().plus(usage)));
  }

  /**
   * Kept from upstream: a queue above learns only what its leaf came to use, and only if the leaf
   * has a quota itself. A claim that tasks of two leaves share counts twice above them.
   */
  private void addDevices(Job job, List<QueueAccount> path) {
    DeviceQuota leaf = path.getFirst().devices();
    DeviceAmounts before = leaf.allocated();
    for (Task task : job.tasks()) {
      if (task.status().holdsResources()) {
        leaf.allocate(task);
        if (countsClaimsAbove) {
          path.stream().skip(1).forEach(above -> above.devices().allocate(task));
        }
      }
    }
    if (!countsClaimsAbove && leaf.counts()) {
      DeviceAmounts added = leaf.allocated().minus(before);
      path.stream().skip(1).forEach(above -> above.devices().addFromBelow(added));
    }
  }

  /** The root has no limit but one that it states: work may wait for nodes that are to come. */
  private void entitleRoot(QueueAccount root) {
    Resources capability = root.capability();
    if (capability.isEmpty()) {
      ResourcesSum unlimited = Resources.infinite(session.resources()).sum();
      Resources total = session.totalResources();
      for (int i = 0; i < total.scalarCount(); i++) {
        unlimited.set(total.scalarId(i), UNLIMITED_SCALAR);
      }
      capability = unlimited.toResources();
    }
    root.entitle(root.entitlement().withCapability(capability).withRealCapability(capability));
  }

  /** A queue may have what no guarantee beside it keeps of its parent's, up to its capability. */
  private void entitleBelow(QueueAccount parent) {
    var guarantees = new ResourcesSum(session.resources());
    var deserved = new ResourcesSum(session.resources());
    for (QueueAccount child : parent.children()) {
      child.entitle(
          child
              .entitlement()
              .deservingItsGuarantee()
              .withCapability(inherited(child.capability(), parent.capability())));
      guarantees.add(child.guarantee());
      deserved.add(child.deserved());
    }
    Resources kept = guarantees.toResources();
    if (parent.name().equals(QueueInfo.ROOT)) {
      parent.entitle(parent.entitlement().withGuarantee(kept).withDeserved(deserved.toResources()));
    }
    for (QueueAccount child : parent.children()) {
      Resources real =
          parent
              .realCapability()
              .exceeding(kept)
              .plus(child.guarantee())
              .min(child.capability(), MissingDimension.INFINITY);
      child.entitle(child.entitlement().withRealCapability(real));
      entitleBelow(child);
    }
  }

  /** A capability with what it does not state taken from the queue above. */
  private static Resources inherited(Resources own, Resources above) {
    ResourcesSum sum = own.sum();
    for (int id = ResourceDictionary.CPU; id <= ResourceDictionary.MEMORY; id++) {
      if (own.get(id) <= 0) {
        sum.set(id, above.get(id));
      }
    }
    if (above.scalarsStated()) {
      sum.stateScalars();
    }
    for (int i = 0; i < above.scalarCount(); i++) {
      if (!own.hasScalar(above.scalarId(i))) {
        sum.set(above.scalarId(i), above.scalarValue(i));
      }
    }
    return sum.toResources();
  }
}
