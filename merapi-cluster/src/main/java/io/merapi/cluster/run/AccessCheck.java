package io.merapi.cluster.run;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.cluster.access.Refusals;
import io.merapi.cluster.http.ApiAnswer;
import io.merapi.cluster.http.ApiClient;
import io.merapi.cluster.http.ApiServer;
import io.merapi.cluster.http.ApiStatus;
import io.merapi.cluster.permission.ApiCall;
import io.merapi.cluster.permission.ApiReads;
import io.merapi.cluster.permission.Layer;
import io.merapi.cluster.permission.Need;
import io.merapi.cluster.permission.Permission;
import io.merapi.cluster.permission.Scope;
import io.merapi.config.objects.ObjectWriter;
import java.io.IOException;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Pattern;

/**
 * Asks, before a scheduler is started, whether it may read and do what it has to: at that moment
 * somebody looks, and a line with an exit code helps more than tries without end.
 *
 * @param refusals each of which makes scheduling impossible
 * @param remarks kinds that are missing, which only means that there are none, and what else is
 *     forbidden, which makes scheduling worse
 */
public record AccessCheck(List<String> refusals, List<String> remarks) {

  /** Without these there is nothing to schedule. */
  private static final Set<ObjectKind> NEEDED =
      EnumSet.of(ObjectKind.POD, ObjectKind.NODE, ObjectKind.POD_GROUP, ObjectKind.QUEUE);

  /** A start waits for the answers, so few questions wait for one another. */
  private static final int AT_ONCE = 4;

  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final Pattern DENIED = Pattern.compile("\"allowed\"\\s*:\\s*false");

  /**
   * Asks about kinds, and whether what is decided may be carried out. A server that does not answer
   * is waited for as long as it takes: it may be starting, too, and nobody is helped by a scheduler
   * that has gone.
   *
   * @param layers whose work is to be done
   */
  public static AccessCheck of(
      ApiServer server, Collection<ObjectKind> kinds, Set<Layer> layers, RunLog log)
      throws InterruptedException {
    String said = "";
    try (var client = new ApiClient(server)) {
      while (true) {
        try {
          return ask(client, kinds, layers);
        } catch (IOException e) {
          String why = Refusals.unreachable(server.address(), e);
          if (isMistrusted(e)) {
            return new AccessCheck(List.of(why), List.of());
          }
          if (!why.equals(said)) {
            said = why;
            log.warn("waiting for the API server", "err", why);
          }
          Thread.sleep(PAUSE);
        }
      }
    }
  }

  private static AccessCheck ask(ApiClient client, Collection<ObjectKind> kinds, Set<Layer> layers)
      throws IOException, InterruptedException {
    var all = EnumSet.copyOf(kinds);
    ObjectKind first = all.iterator().next();
    ApiAnswer greeting = read(client, first);
    if (greeting.code() == ApiStatus.UNAUTHORIZED) {
      // Whoever is not known gets this answer to every question.
      return new AccessCheck(List.of(Refusals.of(first, greeting.status())), List.of());
    }
    var reads = new EnumMap<ObjectKind, Future<ApiAnswer>>(ObjectKind.class);
    var calls = new EnumMap<ApiCall, Future<Boolean>>(ApiCall.class);
    reads.put(first, CompletableFuture.completedFuture(greeting));
    try (var threads = Executors.newFixedThreadPool(AT_ONCE, Thread.ofVirtual().factory())) {
      for (ObjectKind kind : all) {
        reads.computeIfAbsent(kind, _ -> threads.submit(() -> read(client, kind)));
      }
      for (ApiCall call : ApiCall.values()) {
        if (isWorthAsking(call, layers)) {
          calls.put(call, threads.submit(() -> may(client, call)));
        }
      }
      return of(reads, calls);
    }
  }

  private static AccessCheck of(
      Map<ObjectKind, Future<ApiAnswer>> reads, Map<ApiCall, Future<Boolean>> calls)
      throws IOException, InterruptedException {
    var refusals = new ArrayList<String>();
    var remarks = new ArrayList<String>();
    for (Map.Entry<ObjectKind, Future<ApiAnswer>> read : reads.entrySet()) {
      ObjectKind kind = read.getKey();
      ApiAnswer answer = outcome(read.getValue());
      if (answer.code() == ApiStatus.FORBIDDEN) {
        refusals.add(Refusals.of(kind, answer.status()));
      } else if (answer.code() == ApiStatus.NOT_FOUND) {
        (NEEDED.contains(kind) ? refusals : remarks).add(Refusals.of(kind, answer.status()));
      }
    }
    var forbidden = new ArrayList<String>();
    for (Map.Entry<ApiCall, Future<Boolean>> asked : calls.entrySet()) {
      ApiCall call = asked.getKey();
      if (outcome(asked.getValue())) {
        continue;
      }
      if (call == ApiCall.BIND_POD) {
        refusals.add("pods cannot be bound: creating pods/binding is forbidden; grant it");
      } else {
        // Pods are scheduled all the same, but not as well.
        forbidden.add(
            "it must not %s: %s is forbidden; grant it"
                .formatted(call.purpose(), call.permission()));
      }
    }
    if (refusals.isEmpty()) {
      remarks.addAll(forbidden);
    }
    return new AccessCheck(refusals, remarks);
  }

  private static <T> T outcome(Future<T> answer) throws IOException, InterruptedException {
    try {
      return answer.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException none ? none : new IOException(e.getCause());
    }
  }

  /** Whether the server has a certificate that is not trusted, which time does not change. */
  private static boolean isMistrusted(IOException e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof CertificateException) {
        return true;
      }
    }
    return false;
  }

  private static ApiAnswer read(ApiClient client, ObjectKind kind) throws IOException {
    return client.send(ApiReads.list(kind, "?limit=1"));
  }

  /** What is needed in one namespace only is said by who needs it there. */
  private static boolean isWorthAsking(ApiCall call, Set<Layer> layers) {
    return call.permission().scope() == Scope.CLUSTER
        && (call == ApiCall.BIND_POD
            || (call.need() == Need.SCHEDULING && !Collections.disjoint(call.layers(), layers)));
  }

  /**
   * Whether something is allowed everywhere. Who cannot even ask that is not told: the first
   * request will.
   */
  private static boolean may(ApiClient client, ApiCall call) throws IOException {
    ApiAnswer answer =
        client.send(ApiCall.CREATE_OWN_ACCESS_REVIEW.create("", review(call.permission())));
    return !answer.succeeded() || !DENIED.matcher(answer.body()).find();
  }

  private static String review(Permission permission) {
    String[] resource = permission.resource().split("/", -1);
    var wanted = new LinkedHashMap<String, Object>();
    wanted.put("verb", permission.verb().word());
    wanted.put("group", permission.group());
    wanted.put("resource", resource[0]);
    if (resource.length > 1) {
      wanted.put("subresource", resource[1]);
    }
    return ObjectWriter.json(
        Map.of(
            "apiVersion",
            "authorization.k8s.io/v1",
            "kind",
            "SelfSubjectAccessReview",
            "spec",
            Map.of("resourceAttributes", wanted)));
  }
}
