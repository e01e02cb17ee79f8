package io.merapi.api.node;

import io.merapi.api.node.Node.Taint;
import io.merapi.api.pod.Toleration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which taints of a node a pod puts up with.
 *
 * <p>Every question takes {@code comparing}: whether the operators {@code Lt} and {@code Gt} count,
 * which is the gate {@code TaintTolerationComparisonOperators}. Upstream counterparts: {@code
 * Toleration.ToleratesTaint} and {@code FindMatchingUntoleratedTaint}.
 */
public final class Taints {

  public static final String NO_SCHEDULE = "NoSchedule";
  public static final String NO_EXECUTE = "NoExecute";
  public static final String PREFER_NO_SCHEDULE = "PreferNoSchedule";

  private Taints() {}

  /** The first taint that keeps a pod with these tolerations away; null if none does. */
  public static @Nullable Taint firstUntolerated(
      List<Taint> taints, List<Toleration> tolerations, boolean comparing) {
    // By index: an iterator for every node would be the only allocation of a filter.
    for (int i = 0; i < taints.size(); i++) {
      Taint taint = taints.get(i);
      if (keepsAway(taint) && !tolerates(tolerations, taint, comparing)) {
        return taint;
      }
    }
    return null;
  }

  private static boolean keepsAway(Taint taint) {
    return taint.effect().equals(NO_SCHEDULE) || taint.effect().equals(NO_EXECUTE);
  }

  /** Whether one of the tolerations is for the taint. */
  public static boolean tolerates(List<Toleration> tolerations, Taint taint, boolean comparing) {
    for (int i = 0; i < tolerations.size(); i++) {
      if (tolerates(tolerations.get(i), taint, comparing)) {
        return true;
      }
    }
    return false;
  }

  private static boolean tolerates(Toleration toleration, Taint taint, boolean comparing) {
    if (!toleration.effect().isEmpty() && !toleration.effect().equals(taint.effect())) {
      return false;
    }
    if (!toleration.key().isEmpty() && !toleration.key().equals(taint.key())) {
      return false;
    }
    return switch (toleration.operator()) {
      case "", "Equal" -> toleration.value().equals(taint.value());
      case "Exists" -> true;
      case "Lt" -> comparing && isLess(taint.value(), toleration.value());
      case "Gt" -> comparing && isLess(toleration.value(), taint.value());
      // The API server refuses other operators; upstream tolerates nothing by them.
      default -> false;
    };
  }

  private static boolean isLess(String smaller, String greater) {
    return isInteger(smaller)
        && isInteger(greater)
        && Long.parseLong(smaller) < Long.parseLong(greater);
  }

  /**
   * Whether a text is an integer of 64 bits as people write it: without a plus sign, leading zeros
   * or a negative zero.
   */
  private static boolean isInteger(String text) {
    boolean negative = text.startsWith("-");
    int start = negative ? 1 : 0;
    int digits = text.length() - start;
    if (digits == 0 || digits > 19) {
      return false;
    }
    if (text.charAt(start) == '0') {
      return text.length() == 1;
    }
    for (int i = start; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    String limit = negative ? "9223372036854775808" : "9223372036854775807";
    return digits < limit.length() || text.substring(start).compareTo(limit) <= 0;
  }
}
