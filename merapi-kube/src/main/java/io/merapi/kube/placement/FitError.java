package io.merapi.kube.placement;

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
    String before = diagnosis.preFilterMessage();
    String text =
        before.isEmpty() ? message(nodes, reasonCounts()) : available(nodes) + " " + before + ".";
    return postFilterMessage.isEmpty() ? text : text + " " + postFilterMessage;
  }

  /**
   * That no node fits, in upstream's words.
   *
   * @param nodes how many there are
   * @param reasonCounts how many were turned down for each reason
   */
  public static String message(int nodes, Map<String, Integer> reasonCounts) {
    var counts = new ArrayList<String>();
    reasonCounts.forEach((reason, count) -> counts.add(count + " " + reason));
    // By text, not by number: 10 stands before 2, as upstream sorts.
    counts.sort(null);
    return counts.isEmpty()
        ? available(nodes)
        : available(nodes) + " " + String.join(", ", counts) + ".";
  }

  private static String available(int nodes) {
    return "0/" + nodes + " nodes are available:";
  }

  /** How many nodes were turned down for each reason; a node may have several. */
  public Map<String, Integer> reasonCounts() {
    var counts = new TreeMap<String, Integer>(diagnosis.nodes().reasonCounts());
    int others = nodes - diagnosis.nodes().size();
    if (others > 0) {
      diagnosis.others().texts().forEach(text -> counts.merge(text, others, Integer::sum));
    }
    return counts;
  }
}
