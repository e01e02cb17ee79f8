package io.merapi.remote.extender;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.ScorePlugin;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodInfo;
import io.merapi.kube.configuration.Extender;
import io.merapi.kube.effects.Outcome;
import io.merapi.kube.extenders.SchedulerExtender;
import io.merapi.remote.extender.Answers.FilterResult;
import io.merapi.remote.extender.Answers.MetaVictims;
import io.merapi.remote.http.BodyReader;
import io.merapi.remote.http.CallException;
import io.merapi.remote.http.ClientTls;
import io.merapi.remote.http.HttpCalls;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * An extender that is asked over HTTP.
 *
 * <p>Differs from upstream: a node that the extender was not asked about is an error also where it
 * answers with whole nodes, and of a node that it answers with only the name counts. Upstream goes
 * on with the extender's copy, on which there are no pods, and scores it as if it were empty.
 */
public final class HttpExtender implements SchedulerExtender, AutoCloseable {

  /** An answer must not be longer; whole nodes of a cluster of thousands are shorter. */
  public static final long MOST_BYTES = 64L << 20;

  /** What an extender gives to the best node, before weights. */
  private static final long MAX_PRIORITY = 10;

  private final Extender configuration;
  private final Questions questions;
  private final HttpCalls calls;

  /** Apart from the others, so that no question waits behind many bindings. */
  private final HttpCalls bindCalls;

  /**
   * Makes ready for calls; the extender need not be there yet.
   *
   * @param objects writes an object as JSON, without its kind and version
   * @throws ExtenderSetupException if certificates or keys are missing or broken
   */
  public HttpExtender(Extender configuration, Function<ClusterObject, String> objects)
      throws ExtenderSetupException {
    this.configuration = configuration;
    this.questions = new Questions(configuration.nodeCacheCapable(), objects);
    ClientTls tls = ExtenderTls.of(configuration);
    this.calls = new HttpCalls(tls, configuration.httpTimeout(), MOST_BYTES);
    this.bindCalls = new HttpCalls(tls, configuration.httpTimeout(), MOST_BYTES);
  }

  @Override
  public String name() {
    return configuration.urlPrefix();
  }

  @Override
  public boolean ignorable() {
    return configuration.ignorable();
  }

  @Override
  public boolean interestedIn(Pod pod) {
    return configuration.concerns(pod);
  }

  @Override
  public boolean filters() {
    return !configuration.filterVerb().isEmpty();
  }

  @Override
  public boolean scores() {
    return !configuration.prioritizeVerb().isEmpty();
  }

  @Override
  public boolean binds() {
    return !configuration.bindVerb().isEmpty();
  }

  @Override
  public boolean preempts() {
    return !configuration.preemptVerb().isEmpty();
  }

  @Override
  public FilterAnswer filter(Pod pod, List<NodeInfo> nodes) throws ExtenderException {
    FilterResult result =
        await(
            call(
                calls,
                configuration.filterVerb(),
                questions.aboutNodes(pod, nodes),
                Answers::filterResult));
    if (!result.error().isEmpty()) {
      throw new ExtenderException(result.error());
    }
    List<String> asked = nodes.stream().map(NodeInfo::name).toList();
    Set<String> passed = new HashSet<>(passed(result));
    List<String> feasible = asked.stream().filter(passed::remove).toList();
    if (!passed.isEmpty()) {
      throw new ExtenderException(
          "extender \"%s\" claims a filtered node \"%s\" which is not found in the input node list"
              .formatted(name(), passed.stream().sorted().findFirst().orElseThrow()));
    }
    return new FilterAnswer(feasible, result.failed(), result.unresolvable());
  }

  /** Names, from one that keeps its own nodes and gives names; else whole nodes, or none. */
  private List<String> passed(FilterResult result) {
    List<String> names = result.nodeNames();
    List<String> nodes = result.nodes();
    if (configuration.nodeCacheCapable() && names != null) {
      return names;
    }
    return nodes == null ? List.of() : nodes;
  }

  @Override
  public CompletionStage<Map<String, Long>> score(Pod pod, List<NodeInfo> nodes) {
    long scale = configuration.weight() * (ScorePlugin.MAX_SCORE / MAX_PRIORITY);
    return call(
        calls,
        configuration.prioritizeVerb(),
        questions.aboutNodes(pod, nodes),
        Answers.hostPriorities(scale));
  }

  @Override
  public CompletionStage<Outcome> bind(Pod pod, String nodeName) {
    return call(
            bindCalls,
            configuration.bindVerb(),
            questions.toBind(pod, nodeName),
            Answers::bindingError)
        .handle((error, thrown) ->
            thrown == null
                ? error.isEmpty() ? new Outcome.Done() : new Outcome.Failed(error)
                : new Outcome.Failed(said(thrown)));
  }

  @Override
  public SequencedMap<String, Victims> preempt(
      Pod pod, SequencedMap<String, Victims> victims, ClusterView cluster)
      throws ExtenderException {
    SequencedMap<String, MetaVictims> result =
        await(
            call(
                calls,
                configuration.preemptVerb(),
                questions.aboutVictims(pod, victims),
                Answers::preemptionResult));
    var found = new LinkedHashMap<String, Victims>();
    for (Map.Entry<String, MetaVictims> entry : result.entrySet()) {
      NodeInfo node = cluster.node(entry.getKey());
      if (node == null) {
        throw new ExtenderException(
            "nodeinfo not found for node name \"%s\"".formatted(entry.getKey()));
      }
      found.put(entry.getKey(), victims(entry.getValue(), node));
    }
    return found;
  }

  private Victims victims(MetaVictims meta, NodeInfo node) throws ExtenderException {
    Map<String, PodInfo> byUid =
        node.pods().stream()
            .collect(
                Collectors.toMap(
                    info -> info.pod().meta().uid(), Function.identity(), (first, _) -> first));
    var pods = new ArrayList<PodInfo>();
    for (String uid : meta.uids()) {
      PodInfo pod = byUid.get(uid);
      if (pod == null) {
        throw new ExtenderException(
            ("extender: %s claims to preempt pod (UID: &{%s}) on node: %s, but the pod is not found"
                    + " on that node")
                .formatted(name(), uid, node.name()));
      }
      pods.add(pod);
    }
    return new Victims(pods, meta.pdbViolations());
  }

  @Override
  public void close() {
    calls.close();
    bindCalls.close();
  }

  /** Begins a call; fails with an {@link ExtenderException}. */
  private <T> CompletableFuture<T> call(
      HttpCalls over, String verb, byte[] question, BodyReader<T> reader) {
    String url = configuration.urlPrefix().replaceAll("/+$", "") + "/" + verb;
    URI address = HttpCalls.address(url);
    if (address == null) {
      return CompletableFuture.failedFuture(
          new ExtenderException("Post \"%s\": no address of an HTTP server".formatted(url)));
    }
    return over.post(address, question, reader)
        .exceptionallyCompose(thrown -> {
          int status =
              cause(thrown) instanceof CallException call ? call.status() : CallException.NO_STATUS;
          return CompletableFuture.failedFuture(
              new ExtenderException(
                  status == CallException.NO_STATUS
                      ? said(thrown)
                      : "failed %s with extender at URL %s, code %d".formatted(verb, url, status)));
        });
  }

  private static <T> T await(CompletableFuture<T> call) throws ExtenderException {
    try {
      return call.join();
    } catch (CompletionException e) {
      throw new ExtenderException(said(e));
    }
  }

  private static String said(Throwable thrown) {
    Throwable cause = cause(thrown);
    return cause.getMessage() == null ? cause.toString() : cause.getMessage();
  }

  private static Throwable cause(Throwable thrown) {
    return thrown instanceof CompletionException && thrown.getCause() != null
        ? thrown.getCause()
        : thrown;
  }
}
