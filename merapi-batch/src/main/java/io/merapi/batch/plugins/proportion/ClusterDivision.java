package io.merapi.batch.plugins.proportion;

import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.fixes.Fix;
import io.merapi.api.resource.MissingDimension;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.resource.Resources;
import io.merapi.api.resource.ResourcesSum;
import io.merapi.api.session.QueueInfo;
import io.merapi.api.session.Session;
import io.merapi.batch.shares.QueueUse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Works out, when a session is opened, what each queue with jobs deserves. */
final class ClusterDivision {

  private final Session session;
  private final boolean fair;
  private final Resources totalGuarantee;

  ClusterDivision(Session session) {
    this.session = session;
    this.fair = session.fixes().has(Fix.DESERVED_IS_USABLE);
    var sum = new ResourcesSum(session.resources());
    session.queues().forEach(queue -> sum.add(guarantee(queue)));
    this.totalGuarantee = sum.toResources();
  }

  /** What all queues are guaranteed in sum, those without jobs included. */
  Resources totalGuarantee() {
    return totalGuarantee;
  }

  QueueShares shares() {
    var tallies = new LinkedHashMap<String, QueueTally>();
    Map<String, Resources> ahead = ahead();
    QueueUse.byQueue(session)
        .forEach((name, use) -> {
          QueueInfo queue = Objects.requireNonNull(session.queue(name));
          Resources early = ahead.get(name);
          Resources request = early == null ? use.request() : use.request().plus(early);
          tallies.put(name, new QueueTally(bounds(queue), use, request));
        });
    List<Claim> claims = tallies.values().stream().map(QueueTally::claim).toList();
    List<Resources> deserved =
        fair
            ? FairDivision.divide(session.totalResources(), claims)
            : WeightedDivision.divide(session.totalResources(), claims);
    var shares = new LinkedHashMap<String, QueueShare>();
    for (Map.Entry<String, QueueTally> tally : tallies.entrySet()) {
      shares.put(tally.getKey(), tally.getValue().share(deserved.get(shares.size())));
    }
    return new QueueShares(shares);
  }

  /**
   * What jobs will ask for once their pods are there, which they often are only after their
   * admission; counted only with {@code enqueue-up-to-deserved}.
   */
  private Map<String, Resources> ahead() {
    if (!session.fixes().has(Fix.ENQUEUE_UP_TO_DESERVED)) {
      return Map.of();
    }
    Resources nothing = Resources.none(session.resources());
    return session.sumByQueue(
        "ahead",
        job ->
            job.pending() || job.phase() == PodGroupPhase.INQUEUE
                ? job.minResources().exceeding(job.totalRequest())
                : nothing);
  }

  private QueueBounds bounds(QueueInfo queue) {
    Resources guarantee = guarantee(queue);
    Resources capability = capability(queue);
    Resources left = unguaranteed().plus(guarantee);
    return new QueueBounds(
        queue.weight(),
        capability,
        queue.queue().capability().isEmpty()
            ? left
            : left.min(capability, MissingDimension.INFINITY),
        guarantee);
  }

  /**
   * What no queue is guaranteed. Kept from upstream: a scalar that is guaranteed as a whole is
   * missing here, which later means that it has no bound.
   */
  private Resources unguaranteed() {
    Resources total = session.totalResources();
    Resources left = total.exceeding(totalGuarantee);
    if (!fair) {
      return left;
    }
    ResourcesSum complete = left.sum();
    for (int i = 0; i < total.scalarCount(); i++) {
      complete.addTo(total.scalarId(i), 0);
    }
    return complete.toResources();
  }

  private Resources guarantee(QueueInfo queue) {
    return session.amounts(queue.queue().guarantee());
  }

  /** A capability that leaves cpu or memory out does not bound it. */
  private Resources capability(QueueInfo queue) {
    Resources stated = session.amounts(queue.queue().capability());
    if (queue.queue().capability().isEmpty()) {
      return stated;
    }
    ResourcesSum capability = stated.sum();
    for (int id = ResourceDictionary.CPU; id <= ResourceDictionary.MEMORY; id++) {
      if (stated.get(id) <= 0) {
        capability.set(id, Double.MAX_VALUE);
      }
    }
    return capability.toResources();
  }
}
