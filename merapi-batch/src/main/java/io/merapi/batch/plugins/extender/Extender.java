package io.merapi.batch.plugins.extender;

import io.merapi.api.fixes.Fix;
import io.merapi.api.framework.Dependence;
import io.merapi.api.framework.Reason;
import io.merapi.api.framework.ScoreException;
import io.merapi.api.framework.Verdict;
import io.merapi.api.session.Job;
import io.merapi.api.session.QueueInfo;
import io.merapi.api.session.Session;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import io.merapi.api.session.TaskStatus;
import io.merapi.api.session.extension.BatchNodeOrder;
import io.merapi.api.session.extension.Fit;
import io.merapi.api.session.extension.JobEnqueueable;
import io.merapi.api.session.extension.JobEnqueued;
import io.merapi.api.session.extension.JobReady;
import io.merapi.api.session.extension.Overused;
import io.merapi.api.session.extension.Predicate;
import io.merapi.api.session.extension.Preemptable;
import io.merapi.api.session.extension.Reclaimable;
import io.merapi.api.session.extension.TaskEvents;
import io.merapi.api.session.extension.VictimVote;
import io.merapi.api.session.extension.Vote;
import io.merapi.kube.configuration.Extender.ManagedResource;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Has a server decide: each question is one HTTP call, for which the session waits.
 *
 * <p>Every verb that is not configured is a question that is not put. A server that fails to take
 * note of the session's opening is not asked anything in it, unless it may be ignored.
 */
public final class Extender
    implements Predicate,
        BatchNodeOrder,
        Preemptable,
        Reclaimable,
        JobEnqueueable,
        JobEnqueued,
        Overused,
        JobReady,
        TaskEvents {

  public static final String NAME = "extender";

  private final ExtenderArgs args;
  private final ExtenderArgs.Verbs verbs;
  private final ExtenderCalls calls;
  private final Questions questions;
  private final boolean failsSafe;
  private final boolean takesPart;

  /**
   * Opens a session.
   *
   * @param failed told why, for every call that fails, ignorable or not
   */
  public Extender(
      ExtenderArgs args, Session session, ExtenderTransport transport, Consumer<String> failed) {
    this.args = args;
    this.verbs = args.verbs();
    this.calls = new ExtenderCalls(args, transport, failed);
    this.questions = new Questions(session, transport);
    this.failsSafe = session.fixes().has(Fix.EXTENDERS_FAIL_SAFE);
    this.takesPart =
        verbs.sessionOpen().isEmpty()
            || calls.tell(verbs.sessionOpen(), questions.sessionOpen())
            || args.ignorable();
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Fit predicate(Task task, SessionNode node) {
    if (!concerns(task)) {
      return Fit.fits();
    }
    return calls.ask(
        verbs.predicate(),
        questions.predicate(task, node),
        Extender::fit,
        failure ->
            args.ignorable()
                ? Fit.fits()
                : refused(Fit.Code.ERROR, Reason.of("ExtenderFailed", failure.text())));
  }

  /**
   * What an answer means. Without a code it is an error; kept from upstream, a code that nobody
   * knows refuses in name only, since no action heeds it.
   */
  private static Fit fit(Answer answer) throws ExtenderException {
    String message = answer.text("status");
    long code = answer.number("code");
    if (message.isEmpty()) {
      return Fit.fits();
    }
    long meant = code == 0 ? Fit.Code.ERROR.number() : code;
    Reason reason = Reason.of("ExtenderRefused", message);
    return Arrays.stream(Fit.Code.values())
        .filter(known -> known.number() == meant)
        .findFirst()
        .map(known -> refused(known, reason))
        .orElseGet(() -> new Fit.Refused(List.of()));
  }

  private static Fit refused(Fit.Code code, Reason reason) {
    return new Fit.Refused(List.of(new Fit.Status(code, reason)));
  }

  /** A server may look at anything, the clock included; other tasks it never hears of. */
  @Override
  public Dependence predicateDependence(Task task) {
    return concerns(task) ? Dependence.CLUSTER : Dependence.NODE;
  }

  @Override
  public boolean tellsJobsApart() {
    return false;
  }

  @Override
  public double[] scoreNodes(Task task, List<? extends SessionNode> nodes) {
    Map<String, Double> scores = concerns(task) ? scores(task, nodes) : Map.of();
    return nodes.stream().mapToDouble(node -> scores.getOrDefault(node.name(), 0.0)).toArray();
  }

  private Map<String, Double> scores(Task task, List<? extends SessionNode> nodes) {
    return calls.ask(
        verbs.prioritize(),
        questions.prioritize(task, nodes),
        answer -> {
          Map<String, Double> given = answer.numbers("nodeScore");
          String message = answer.text("errorMessage");
          if (given == null || !message.isEmpty()) {
            throw new ScoreException(message);
          }
          return given;
        },
        failure -> {
          if (args.ignorable()) {
            return Map.of();
          }
          throw new ScoreException(failure.text());
        });
  }

  @Override
  public Optional<List<ScorePart>> scoreParts(Task task) {
    return concerns(task) ? Optional.empty() : Optional.of(List.of());
  }

  @Override
  public VictimVote preemptable(Task preemptor, List<? extends Task> preemptees) {
    return victims(verbs.preemptable(), preemptor, preemptees);
  }

  @Override
  public VictimVote reclaimable(Task reclaimer, List<? extends Task> reclaimees) {
    return victims(verbs.reclaimable(), reclaimer, reclaimees);
  }

  private VictimVote victims(String verb, Task evictor, List<? extends Task> evictees) {
    if (!concerns(evictor)) {
      return VictimVote.abstain();
    }
    return calls.ask(
        verb,
        questions.evict(evictor, evictees),
        answer -> choice(answer, evictees),
        _ -> VictimVote.of(List.of()));
  }

  /** Kept from upstream: a rejection with victims counts as a permission to evict these. */
  private VictimVote choice(Answer answer, List<? extends Task> evictees) throws ExtenderException {
    long status = answer.number("status");
    Set<String> chosen = new HashSet<>();
    for (Answer victim : answer.objects("victims")) {
      chosen.add(victim.text("UID"));
    }
    if (status == 0) {
      return VictimVote.abstain();
    }
    return VictimVote.of(
        failsSafe && status < 0
            ? List.of()
            : evictees.stream().filter(task -> chosen.contains(task.uid())).toList());
  }

  @Override
  public Vote jobEnqueueable(Job job) {
    if (!takesPart) {
      return Vote.ABSTAIN;
    }
    return calls.ask(
        verbs.jobEnqueueable(),
        questions.job(job),
        answer ->
            switch (Long.signum(answer.number("status"))) {
              case 1 -> Vote.PERMIT;
              case 0 -> Vote.ABSTAIN;
              default -> Vote.REJECT;
            },
        _ -> args.ignorable() ? Vote.PERMIT : Vote.REJECT);
  }

  @Override
  public void jobEnqueued(Job job) {
    if (takesPart) {
      calls.ask(verbs.jobEnqueued(), questions.job(job), _ -> true, _ -> false);
    }
  }

  @Override
  public boolean overused(QueueInfo queue) {
    return takesPart
        && calls.ask(
            verbs.queueOverused(),
            questions.queue(queue),
            answer -> answer.flag("overused"),
            _ -> uponFailure());
  }

  @Override
  public boolean jobReady(Job job) {
    return !takesPart
        || calls.ask(
            verbs.jobReady(),
            questions.job(job),
            answer -> answer.flag("status"),
            _ -> uponFailure());
  }

  /** Kept from upstream: a failure says yes where it may not be ignored, and no where it may. */
  private boolean uponFailure() {
    return !failsSafe && !args.ignorable();
  }

  @Override
  public Verdict allocated(Task task) {
    if (task.status() == TaskStatus.ALLOCATED) {
      questions.allocated(task);
    }
    String error = tell(verbs.allocate(), task);
    return error == null ? Verdict.success() : Verdict.error(error);
  }

  @Override
  public void deallocated(Task task) {
    tell(verbs.deallocate(), task);
  }

  /** What stands against a move, which may be an empty text; null for nothing. */
  private @Nullable String tell(String verb, Task task) {
    if (verb.isEmpty() || !concerns(task)) {
      return null;
    }
    return calls
        .ask(
            verb,
            questions.event(task),
            answer -> Optional.of(answer.text("errorMessage")).filter(text -> !text.isEmpty()),
            failure -> args.ignorable() ? Optional.<String>empty() : Optional.of(failure.text()))
        .orElse(null);
  }

  /** Told also where the opening failed. */
  @Override
  public void close() {
    if (!verbs.sessionClose().isEmpty()) {
      calls.tell(verbs.sessionClose(), Map.of());
    }
  }

  /** Whether the server is asked about a task. */
  private boolean concerns(Task task) {
    return takesPart && ManagedResource.concern(task.pod(), args.managedResources());
  }
}
