package io.merapi.kube.audit;

/**
 * Two places in a scheduler's books that do not agree.
 *
 * @param rule what should hold, in a few words that are always the same
 * @param object the node, pod, job or queue concerned
 * @param found what the books say
 * @param expected what they should say
 */
public record Violation(String rule, String object, String found, String expected) {

  public static Violation of(String rule, String object, Object found, Object expected) {
    return new Violation(rule, object, String.valueOf(found), String.valueOf(expected));
  }
}
