package io.merapi.kube.placement;

import io.merapi.kube.framework.PluginVerdict;
import java.util.ArrayList;
import java.util.Map;
import java.util.TreeMap;

/**
 * That no node fits a pod, and why.
 *
 * @param nodes how many there are
 */
public record FitError(int nodes, Diagnosis diagnosis) {

  /**
   * The text of the pod's event and condition, as upstream words it.
   *
   * @param postFilterMessage what the post-filters said; empty where none ran
   */
  public String message(String postFilterMessage) {
    var text = new StringBuilder("0/%d nodes are available:".formatted(nodes));
    if (!diagnosis.preFilterMessage().isEmpty()) {
      text.append(' ').append(diagnosis.preFilterMessage()).append('.');
    } else {
      var counts = new ArrayList<String>();
      reasonCounts().forEach((reason, count) -> counts.add(count + " " + reason));
      if (!counts.isEmpty()) {
        // By text, not by number: 10 stands before 2, as upstream sorts.
        counts.sort(null);
        text.append(' ').append(String.join(", ", counts)).append('.');
      }
    }
    if (!postFilterMessage.isEmpty()) {
      text.append(' ').append(postFilterMessage);
    }
    return text.toString();
  }

  /** How many nodes were turned down for each reason; a node may have several. */
  public Map<String, Integer> reasonCounts() {
    var counts = new TreeMap<String, Integer>();
    for (PluginVerdict verdict : diagnosis.nodes().values()) {
      verdict.verdict().texts().forEach(text -> counts.merge(text, 1, Integer::sum));
    }
    int others = nodes - diagnosis.nodes().size();
    if (others > 0) {
      diagnosis.others().texts().forEach(text -> counts.merge(text, others, Integer::sum));
    }
    return counts;
  }
}
