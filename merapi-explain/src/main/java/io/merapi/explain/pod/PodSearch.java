package io.merapi.explain.pod;

import io.merapi.config.source.Spelling;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds the pod that somebody means by {@code namespace/name} or by a bare name. */
public final class PodSearch {

  private static final int SUGGESTIONS = 5;

  private PodSearch() {}

  /** What a search came to. */
  public sealed interface Result {

    /** There is exactly one such pod. */
    record Found(String key) implements Result {}

    /** Pods of several namespaces have the name. */
    record Ambiguous(List<String> keys) implements Result {

      public Ambiguous {
        keys = List.copyOf(keys);
      }
    }

    /**
     * No pod is called so.
     *
     * @param nearest pods that may have been meant, the likeliest first
     */
    record Unknown(List<String> nearest) implements Result {

      public Unknown {
        nearest = List.copyOf(nearest);
      }
    }
  }

  /**
   * Looks for a pod.
   *
   * @param keys of all pods, {@code namespace/name}
   */
  public static Result find(String wanted, List<String> keys) {
    if (wanted.contains("/")) {
      return keys.contains(wanted)
          ? new Result.Found(wanted)
          : new Result.Unknown(nearest(wanted, keys));
    }
    List<String> named = keys.stream().filter(key -> name(key).equals(wanted)).toList();
    return switch (named.size()) {
      case 0 -> new Result.Unknown(nearest(wanted, keys));
      case 1 -> new Result.Found(named.getFirst());
      default -> new Result.Ambiguous(named);
    };
  }

  /** Pods of that name elsewhere, then pods that begin so, then those spelt alike. */
  private static List<String> nearest(String wanted, List<String> keys) {
    String name = name(wanted);
    List<String> elsewhere = keys.stream().filter(key -> name(key).equals(name)).toList();
    if (!elsewhere.isEmpty()) {
      return elsewhere.stream().limit(SUGGESTIONS).toList();
    }
    List<String> longer =
        keys.stream()
            .filter(key -> key.startsWith(wanted) || name(key).startsWith(wanted))
            .limit(SUGGESTIONS)
            .toList();
    return longer.isEmpty() ? alike(wanted, keys) : longer;
  }

  private static List<String> alike(String wanted, List<String> keys) {
    boolean withNamespace = wanted.contains("/");
    var left = new ArrayList<>(keys);
    var alike = new ArrayList<String>();
    while (alike.size() < SUGGESTIONS) {
      List<String> words = withNamespace ? left : left.stream().map(PodSearch::name).toList();
      Optional<String> next = Spelling.nearest(wanted, words);
      if (next.isEmpty()) {
        break;
      }
      alike.add(left.remove(words.indexOf(next.get())));
    }
    return alike;
  }

  private static String name(String key) {
    return key.substring(key.indexOf('/') + 1);
  }
}
