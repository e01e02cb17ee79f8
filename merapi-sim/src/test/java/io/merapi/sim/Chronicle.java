package io.merapi.sim;

import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.node.Node;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodStatus.PodCondition;
import io.merapi.kube.configuration.GoDuration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes down what happens to pods and nodes, a line for each change that matters. */
final class Chronicle implements Simulation.Watcher {

  private final List<String> lines = new ArrayList<>();
  private final Map<String, Pod> pods = new HashMap<>();
  private final Map<String, String> nodes = new HashMap<>();

  List<String> lines() {
    return lines;
  }

  @Override
  public void see(Duration sinceStart, ObjectEvent event) {
    switch (event) {
      case ObjectEvent.Applied(Pod pod) ->
          say(sinceStart, pod.name(), change(pods.put(pod.key(), pod), pod));
      case ObjectEvent.Deleted(Pod pod) -> {
        pods.remove(pod.key());
        say(sinceStart, pod.name(), pod.terminated() ? null : "is gone");
      }
      case ObjectEvent.Applied(Node node) -> {
        String now = state(node);
        String before = nodes.put(node.name(), now);
        say(sinceStart, node.name(), before == null || before.equals(now) ? null : now);
      }
      case ObjectEvent.Deleted(Node node) -> say(sinceStart, node.name(), "leaves");
      case ObjectEvent.Applied _, ObjectEvent.Deleted _ -> {}
    }
  }

  private void say(Duration when, String who, @Nullable String what) {
    if (what != null) {
      lines.add("%s %s %s".formatted(GoDuration.format(when), who, what));
    }
  }

  private static String state(Node node) {
    if (!node.taints().isEmpty()) {
      return "is " + node.taints().getFirst().key().replace("node.kubernetes.io/", "");
    }
    return "is back";
  }

  private static @Nullable String change(@Nullable Pod before, Pod now) {
    if (before == null) {
      return now.assigned() ? "runs on " + now.nodeName() : "comes";
    }
    if (now.terminated()) {
      return before.terminated() ? null : now.status().phase().text().toLowerCase(Locale.ROOT);
    }
    if (now.meta().deletionTimestamp() != null) {
      return before.meta().deletionTimestamp() == null ? "has to go: " + reason(now) : null;
    }
    if (now.status().startTime() != null
        && !now.status().startTime().equals(before.status().startTime())) {
      return (before.status().startTime() == null ? "runs on " : "runs anew on ") + now.nodeName();
    }
    return now.assigned() && !before.assigned() ? "is bound to " + now.nodeName() : null;
  }

  private static String reason(Pod pod) {
    return pod.status().conditions().stream()
        .filter(condition -> condition.reason().equals("Evict"))
        .map(PodCondition::message)
        .findFirst()
        .orElse("deleted")
        .replace("Pod is evicted, because of ", "");
  }
}
