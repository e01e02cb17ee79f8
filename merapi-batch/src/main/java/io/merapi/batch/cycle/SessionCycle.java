package io.merapi.batch.cycle;

import io.merapi.api.fixes.Fix;
import io.merapi.api.session.extension.BatchPlugin;
import io.merapi.batch.actions.nomination.ClaimNominations;
import io.merapi.batch.configuration.BatchAction;
import io.merapi.batch.configuration.BatchConfiguration;
import io.merapi.batch.devices.DocumentReader;
import io.merapi.batch.measures.BatchMeasures;
import io.merapi.batch.session.Action;
import io.merapi.batch.session.ModelAudit;
import io.merapi.batch.session.PluginFactory;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.SessionModel;
import io.merapi.batch.session.SessionOptions;
import io.merapi.batch.session.SessionParts;
import io.merapi.batch.tier.PluginFailure;
import io.merapi.kube.audit.Violation;
import io.merapi.kube.state.Snapshot;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Opens sessions of one configuration, and runs its actions in them. */
public final class SessionCycle {

  private final BatchConfiguration configuration;
  private final SessionOptions options;
  private final PluginFactory factory;
  private final SessionParts parts;
  private final DividedDevices devices;
  private @Nullable SessionModel model;
  private long opened;

  /**
   * Opens no session yet.
   *
   * @param documents reads what objects tell of devices
   */
  public SessionCycle(
      BatchConfiguration configuration,
      SessionOptions options,
      PluginFactory factory,
      SessionParts parts,
      DocumentReader documents) {
    this.configuration = configuration;
    this.options = options;
    this.factory = factory;
    this.parts = parts;
    this.devices = new DividedDevices(configuration, parts.fixes(), documents);
  }

  /** A session in which nothing has been done; the one before it must not be used any more. */
  public SchedulingSession open(Snapshot snapshot) {
    opened++;
    long begun = parts.measures().now();
    var session =
        new SchedulingSession(
            "session-%d-%d".formatted(snapshot.version(), opened),
            model(snapshot),
            configuration.tiers(),
            factory,
            parts);
    parts.measures().sessionOpened(begun);
    return session;
  }

  /**
   * Brings what sessions are made from to a later state of the cluster, so that the next one has
   * less to do; the one before it must not be used any more.
   */
  public void prepare(Snapshot snapshot) {
    if (!options.reference()) {
      model(snapshot);
    }
  }

  /**
   * What a model that has followed the cluster has otherwise than one that is made anew; the last
   * session must not be used any more.
   */
  List<Violation> audit(Snapshot snapshot) {
    return ModelAudit.of(model(snapshot), newModel(snapshot));
  }

  /** The model of the last session if it can follow the cluster, by reference always a new one. */
  private SessionModel model(Snapshot snapshot) {
    SessionModel kept = model;
    if (kept == null || options.reference() || !kept.follow(snapshot)) {
      kept = newModel(snapshot);
      model = kept;
    }
    return kept;
  }

  private SessionModel newModel(Snapshot snapshot) {
    return new SessionModel(
        snapshot, parts.gates(), options, parts.fixes(), devices.of(snapshot), parts.usages());
  }

  /** Runs the configured actions in order. */
  public void act(SchedulingSession session) {
    if (parts.fixes().has(Fix.KEEP_NOMINATIONS)) {
      execute(new ClaimNominations(), session);
    }
    for (BatchAction name : configuration.actions()) {
      BatchMeasures measures = parts.measures();
      long begun = measures.now();
      execute(InTreeActions.make(name, configuration), session);
      measures.acted(name.key(), begun);
    }
  }

  /** A plugin that breaks an action costs that action, not those that follow. */
  private static void execute(Action action, SchedulingSession session) {
    try {
      action.execute(session);
    } catch (PluginFailure failure) {
      session.failures().add(failure);
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      session.failures().add(new PluginFailure(culprit(session, e), e));
    }
  }

  /** The plugin that threw something where nobody who asked could name it. */
  private static String culprit(SchedulingSession session, Throwable thrown) {
    for (StackTraceElement frame : thrown.getStackTrace()) {
      for (BatchPlugin plugin : session.plugins().all()) {
        if (frame.getClassName().equals(plugin.getClass().getName())) {
          return plugin.name();
        }
      }
    }
    return "unknown";
  }

  /** One whole cycle. */
  public void run(Snapshot snapshot) {
    SchedulingSession session = open(snapshot);
    act(session);
    session.close();
  }
}
