package io.merapi.cluster.effects;

import io.merapi.cluster.ScriptedServer;
import io.merapi.cluster.http.ApiClient;
import io.merapi.kube.effects.Effects;
import io.merapi.kube.effects.Outcome;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Effects on a scripted server, at a time that tests set. */
final class EffectsFixture implements AutoCloseable {

  static final Instant NOW = Instant.parse("2030-01-31T12:00:00.5Z");

  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final ScriptedServer server;
  private final ApiClient client;
  private final ClusterEffects effects;
  private volatile Instant now = NOW;

  EffectsFixture(ScriptedServer.Script script) throws IOException {
    this(4, script);
  }

  EffectsFixture(int inFlight, ScriptedServer.Script script) throws IOException {
    this.server = ScriptedServer.plain(script);
    this.client = new ApiClient(server.asApiServer());
    InstantSource clock = () -> now;
    this.effects = new ClusterEffects(client, inFlight, clock, "host-1");
  }

  Effects ports() {
    return effects.ports();
  }

  ClusterEffects effects() {
    return effects;
  }

  ScriptedServer server() {
    return server;
  }

  void pass(Duration time) {
    now = now.plus(time);
  }

  /** The requests, once there are as many. */
  List<ScriptedServer.Received> await(int requests) {
    return server.await(requests);
  }

  static <T> T get(CompletionStage<T> stage) {
    try {
      return stage.toCompletableFuture().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      throw new IllegalStateException(e);
    }
  }

  static Outcome.Failed failed(String message) {
    return new Outcome.Failed(message);
  }

  @Override
  public void close() throws IOException {
    effects.close();
    client.close();
    server.close();
  }
}
