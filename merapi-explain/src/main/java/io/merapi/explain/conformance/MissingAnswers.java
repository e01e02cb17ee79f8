package io.merapi.explain.conformance;

import io.merapi.api.pod.PodInfo;
import io.merapi.api.pod.PodSpec;
import io.merapi.kube.configuration.ExtensionPoint;
import io.merapi.kube.framework.SchedulingProfile;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Leaves out of a comparison what needs plugins that do not exist yet, and remembers which.
 *
 * <p>What remains is compared in full: an answer is left out only where the recorded one names such
 * a plugin, or follows from nodes that only such a plugin turned down.
 */
final class MissingAnswers {

  /** Answers that depend on which nodes fit. */
  private static final List<String> AFTER_FILTER =
      List.of("preScore", "scores", "scoreStatus", "result", "postFilter", "fitError", "error");

  private static final String UNSCHEDULABLE = "Unschedulable";

  private final SortedSet<String> leftOut = new TreeSet<>();

  /** Two answers to compare. */
  record Pair(Map<String, Object> expected, Map<String, Object> found) {}

  /** The plugins whose answers were left out so far. */
  SortedSet<String> leftOut() {
    return Collections.unmodifiableSortedSet(leftOut);
  }

  void leaveOut(Collection<String> plugins) {
    leftOut.addAll(plugins);
  }

  /** Whether pods in the queue have volumes or claims, which such plugins are for. */
  boolean matterTo(KubeEngine engine) {
    return !engine.missing().isEmpty()
        && engine.pending().stream()
            .map(PodInfo::pod)
            .map(pod -> pod.spec())
            .anyMatch(MissingAnswers::hasVolumesOrClaims);
  }

  private static boolean hasVolumesOrClaims(PodSpec spec) {
    return !spec.volumes().isEmpty() || !spec.resourceClaims().isEmpty();
  }

  /** The answers for a pod without those that need missing plugins. */
  Pair leaveOut(
      SchedulingProfile profile, Map<?, ?> expectedAnswers, Map<String, Object> foundAnswers) {
    Map<String, Object> expected = copy(expectedAnswers);
    Map<String, Object> found = copy(foundAnswers);
    if (!profile.missing().isEmpty()) {
      new Removal(profile, expected, found).run();
    }
    return new Pair(expected, found);
  }

  /** A copy whose maps can be changed. */
  private static Map<String, Object> copy(Map<?, ?> map) {
    var copy = new TreeMap<String, Object>();
    map.forEach((key, value) -> {
      if (value != null) {
        copy.put(Objects.toString(key), value instanceof Map<?, ?> inner ? copy(inner) : value);
      }
    });
    return copy;
  }

  /** The removal from one pair of answers. */
  private final class Removal {

    private final Set<String> missing;
    private final List<String> missingPostFilters;
    private final Map<String, Object> expected;
    private final Map<String, Object> found;

    Removal(SchedulingProfile profile, Map<String, Object> expected, Map<String, Object> found) {
      this.missing = profile.missing();
      this.missingPostFilters =
          profile.configuration().plugins().at(ExtensionPoint.POST_FILTER).stream()
              .filter(missing::contains)
              .toList();
      this.expected = expected;
      this.found = found;
    }

    void run() {
      boolean restricted = restrictsNodes();
      removeKeys(map(expected, "preEnqueue"));
      removeKeys(map(expected, "plugins"));
      removeNames(expected, "pluginSkips");
      removeNames(map(expected, "preFilter"), "skipped");
      removeNames(map(expected, "preScore"), "skipped");
      removeEmpty();
      if (decidesPreFilter()) {
        dropBoth("preFilter");
        dropBoth("filter");
        AFTER_FILTER.forEach(this::dropBoth);
        return;
      }
      if (restricted) {
        map(expected, "preFilter").remove("nodeNames");
        map(found, "preFilter").remove("nodeNames");
        map(found, "filter").keySet().retainAll(map(expected, "filter").keySet());
      }
      if (removeFilterVerdicts() || restricted) {
        AFTER_FILTER.forEach(this::dropBoth);
        return;
      }
      removeScores();
      removePostFilter();
    }

    private boolean restrictsNodes() {
      return missing.stream()
          .anyMatch(plugin ->
              map(map(map(expected, "plugins"), plugin), "preFilter").containsKey("nodeNames"));
    }

    private boolean decidesPreFilter() {
      Map<String, Object> status = map(map(expected, "preFilter"), "status");
      return isMissing(status.get("plugin"));
    }

    /** Removes the nodes that only missing plugins turned down; says whether there were any. */
    private boolean removeFilterVerdicts() {
      Map<String, Object> filter = map(expected, "filter");
      var nodes = new ArrayList<String>();
      for (String node : filter.keySet()) {
        if (isMissing(map(filter, node).get("plugin"))) {
          nodes.add(node);
        }
      }
      nodes.forEach(node -> {
        filter.remove(node);
        map(found, "filter").remove(node);
      });
      return !nodes.isEmpty();
    }

    private void removeScores() {
      Map<String, Object> scores = map(expected, "scores");
      boolean failed = namesMissing(map(expected, "scoreStatus").get("reasons"));
      boolean chosen = false;
      for (String node : scores.keySet()) {
        Map<String, Object> ofNode = map(scores, node);
        removeKeys(map(ofNode, "raw"));
        chosen |= removeWeighted(ofNode);
        if (failed) {
          List.of("weighted", "total").forEach(ofNode::remove);
          List.of("weighted", "total").forEach(map(map(found, "scores"), node)::remove);
        }
      }
      if (failed) {
        List.of("scoreStatus", "error", "result").forEach(this::dropBoth);
      } else if (chosen && map(expected, "result").get("feasibleNodes") instanceof Number n) {
        if (n.intValue() > 1) {
          map(expected, "result").put("hosts", best(scores));
        }
      }
    }

    /** Takes what missing plugins gave off a node's total; says whether that was anything. */
    private boolean removeWeighted(Map<String, Object> ofNode) {
      Map<String, Object> weighted = map(ofNode, "weighted");
      BigDecimal taken = BigDecimal.ZERO;
      for (String plugin : missing) {
        if (weighted.remove(plugin) instanceof BigDecimal score) {
          taken = taken.add(score);
        }
      }
      if (ofNode.get("total") instanceof BigDecimal total) {
        ofNode.put("total", total.subtract(taken));
      }
      return taken.signum() != 0;
    }

    private static List<String> best(Map<String, Object> scores) {
      var best = new ArrayList<String>();
      BigDecimal highest = null;
      for (String node : scores.keySet()) {
        if (!(map(scores, node).get("total") instanceof BigDecimal total)) {
          continue;
        }
        if (highest == null || total.compareTo(highest) > 0) {
          best.clear();
          highest = total;
        }
        if (total.compareTo(highest) == 0) {
          best.add(node);
        }
      }
      return best;
    }

    /**
     * Takes what missing post-filters said out of the pod's text. Where one of them decided, or a
     * node was tried that only a missing plugin turned down, the others cannot be compared either.
     */
    private void removePostFilter() {
      if (missingPostFilters.isEmpty() || !expected.containsKey("fitError")) {
        return;
      }
      leftOut.addAll(missingPostFilters);
      String own = text(map(map(found, "postFilter"), "status").get("reasons"));
      String all = Objects.toString(found.get("fitError"), "");
      String start = all.substring(0, all.length() - (own.isEmpty() ? 0 : own.length() + 1));
      String whole = Objects.toString(expected.get("fitError"));
      if (!found.containsKey("postFilter") || endedByMissing() || triesNeedMissing()) {
        dropBoth("postFilter");
        if (whole.startsWith(start)) {
          dropBoth("fitError");
        }
        return;
      }
      map(expected, "postFilter").remove("status");
      map(found, "postFilter").remove("status");
      if (whole.startsWith(start) && whole.endsWith(own)) {
        dropBoth("fitError");
      }
    }

    private boolean endedByMissing() {
      Map<String, Object> status = map(map(expected, "postFilter"), "status");
      return isMissing(status.get("plugin")) && !Objects.equals(status.get("code"), UNSCHEDULABLE);
    }

    private boolean triesNeedMissing() {
      Map<String, Object> tried = map(map(expected, "postFilter"), "nodeStatuses");
      return tried.keySet().stream().anyMatch(node -> isMissing(map(tried, node).get("plugin")));
    }

    private static String text(@Nullable Object reasons) {
      return reasons instanceof List<?> list
          ? list.stream().map(Objects::toString).collect(Collectors.joining(", "))
          : "";
    }

    private void removeKeys(Map<String, Object> map) {
      for (String plugin : missing) {
        if (map.remove(plugin) != null) {
          leftOut.add(plugin);
        }
      }
    }

    private void removeNames(Map<String, Object> map, String key) {
      if (map.get(key) instanceof List<?> names) {
        var kept = new ArrayList<Object>();
        for (Object name : names) {
          if (isMissing(name)) {
            leftOut.add(Objects.toString(name));
          } else if (name != null) {
            kept.add(name);
          }
        }
        map.put(key, kept);
      }
    }

    /** What is empty now would not have been recorded. */
    private void removeEmpty() {
      for (String key : List.of("preEnqueue", "plugins", "pluginSkips")) {
        Object value = expected.get(key);
        if ((value instanceof Map<?, ?> map && map.isEmpty())
            || (value instanceof List<?> list && list.isEmpty())) {
          expected.remove(key);
        }
      }
    }

    private boolean isMissing(@Nullable Object plugin) {
      if (plugin instanceof String name && missing.contains(name)) {
        leftOut.add(name);
        return true;
      }
      return false;
    }

    private boolean namesMissing(@Nullable Object reasons) {
      String text = Objects.toString(reasons, "");
      return missing.stream().anyMatch(plugin -> text.contains("plugin \"" + plugin + "\""));
    }

    private void dropBoth(String key) {
      expected.remove(key);
      found.remove(key);
    }
  }

  /** The map under a key; an empty one where there is none. */
  @SuppressWarnings("unchecked") // copies hold only maps of this type
  private static Map<String, Object> map(Map<String, Object> map, String key) {
    return map.get(key) instanceof Map<?, ?> inner ? (Map<String, Object>) inner : new TreeMap<>();
  }
}
