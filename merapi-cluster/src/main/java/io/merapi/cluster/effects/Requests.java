package io.merapi.cluster.effects;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.cluster.http.ApiAnswer;
import io.merapi.cluster.http.ApiClient;
import io.merapi.cluster.http.ApiRequest;
import io.merapi.cluster.http.ApiStatus;
import io.merapi.cluster.http.TokenBucket;
import io.merapi.config.objects.JsonTokens;
import io.merapi.config.objects.MalformedObjectException;
import io.merapi.config.objects.ObjectReader;
import io.merapi.config.source.MalformedTextException;
import io.merapi.kube.effects.Outcome;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Sends what ports ask for, at the rate of the server, and turns answers into outcomes.
 *
 * <p>Events have a rate of their own, as the event clients of the originals do; of the other
 * requests, reports get what decisions leave.
 */
final class Requests {

  private final ApiClient client;
  private final RequestLanes lanes;
  private final TokenBucket turns;
  private final TokenBucket turnsOfEvents;

  Requests(ApiClient client, RequestLanes lanes) {
    this.client = client;
    this.lanes = lanes;
    this.turns = new TokenBucket(client.rate());
    this.turnsOfEvents = new TokenBucket(client.rate());
  }

  /** Some requests one after the other, of which the last says what came of it. */
  interface Steps<T> {
    T run() throws IOException;
  }

  /** Sends one request, ahead of all reports. */
  CompletionStage<Outcome> outcome(ApiRequest request) {
    return urgent(() -> outcome(send(request)), Requests::failed);
  }

  /**
   * Runs steps, ahead of all reports.
   *
   * @param unanswered what it means that no answer came
   */
  <T> CompletionStage<T> urgent(Steps<T> steps, Function<String, T> unanswered) {
    var result = new CompletableFuture<T>();
    lanes.urgent(
        client.carried(() -> {
          try {
            result.complete(steps.run());
          } catch (IOException e) {
            result.complete(
                unanswered.apply(e.getMessage() == null ? e.toString() : e.getMessage()));
          } catch (RuntimeException | Error e) {
            // A broken port, not a broken cluster.
            result.completeExceptionally(e);
          }
        }));
    return result;
  }

  /** Sends a step of something urgent. */
  ApiAnswer send(ApiRequest request) throws IOException {
    turns.take();
    return client.send(request);
  }

  /** Sends a report, which nobody waits for. */
  ApiAnswer report(ApiRequest request) throws IOException {
    turns.takeLeftOver();
    return client.send(request);
  }

  /** Sends an Event. */
  ApiAnswer event(ApiRequest request) throws IOException {
    turnsOfEvents.take();
    return client.send(request);
  }

  /** Whether nothing can be sent any more. */
  boolean closed() {
    return client.closed();
  }

  /** The object in an answer. */
  static <T extends ClusterObject> T object(Class<T> type, ObjectKind kind, ApiAnswer answer)
      throws IOException {
    try {
      var tokens = new JsonTokens("answer", answer.body());
      tokens.next();
      return type.cast(new ObjectReader().read(kind, tokens));
    } catch (MalformedObjectException | MalformedTextException e) {
      throw new IOException(
          "the server's answer is no %s: %s".formatted(kind.kindName(), e.getMessage()), e);
    }
  }

  static Outcome outcome(ApiAnswer answer) {
    return answer.succeeded() ? new Outcome.Done() : failed(answer.status());
  }

  static Outcome failed(ApiStatus status) {
    return new Outcome.Failed(status.message());
  }

  static Outcome failed(String message) {
    return new Outcome.Failed(message);
  }
}
