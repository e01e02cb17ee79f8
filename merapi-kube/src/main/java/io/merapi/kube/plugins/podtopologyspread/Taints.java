package io.merapi.kube.plugins.podtopologyspread;

import io.merapi.api.node.Node;
import io.merapi.api.pod.Toleration;
import java.util.List;
import java.util.regex.Pattern;

/** Which taints keep a pod off a node. */
final class Taints {

  /** Integers in the one form that nobody can misread. */
  private static final Pattern CANONICAL_INTEGER = Pattern.compile("0|-?[1-9][0-9]*");

  private Taints() {}

  /** Whether the taint keeps new pods away; others only make the node less welcome. */
  static boolean forbidsScheduling(Node.Taint taint) {
    return taint.effect().equals("NoSchedule") || taint.effect().equals("NoExecute");
  }

  /**
   * Whether one of the tolerations covers the taint.
   *
   * @param comparisonOperators whether tolerations may compare numbers
   */
  static boolean tolerated(
      Node.Taint taint, List<Toleration> tolerations, boolean comparisonOperators) {
    for (Toleration toleration : tolerations) {
      if (covers(toleration, taint, comparisonOperators)) {
        return true;
      }
    }
    return false;
  }

  private static boolean covers(
      Toleration toleration, Node.Taint taint, boolean comparisonOperators) {
    if (!toleration.effect().isEmpty() && !toleration.effect().equals(taint.effect())) {
      return false;
    }
    if (!toleration.key().isEmpty() && !toleration.key().equals(taint.key())) {
      return false;
    }
    return switch (toleration.operator()) {
      case "", "Equal" -> toleration.value().equals(taint.value());
      case "Exists" -> true;
      case "Lt" -> comparisonOperators && compare(taint.value(), toleration.value()) < 0;
      case "Gt" -> comparisonOperators && compare(taint.value(), toleration.value()) > 0;
      default -> false;
    };
  }

  /** Compares two numbers; 0, which satisfies no comparison, where one of them is none. */
  private static int compare(String one, String other) {
    if (!CANONICAL_INTEGER.matcher(one).matches() || !CANONICAL_INTEGER.matcher(other).matches()) {
      return 0;
    }
    try {
      return Long.compare(Long.parseLong(one), Long.parseLong(other));
    } catch (NumberFormatException _) {
      // Too large for 64 bits.
      return 0;
    }
  }
}
