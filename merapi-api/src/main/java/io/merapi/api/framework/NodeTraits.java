package io.merapi.api.framework;

import java.util.function.ToLongFunction;

/** What an answer for a node depends on: of two nodes with equal traits the answer is the same. */
public interface NodeTraits {

  /** The answer depends on a number of the node's own, which changes only with the node. */
  void number(long value);

  /**
   * The answer depends on the domain that the node is in, or on its being in none.
   *
   * @param topologyKey the label whose value is the domain
   * @param count all that matters of a domain which consists of this node alone: then nodes with
   *     equal counts are as one, and it changes only with the node
   */
  void domain(String topologyKey, ToLongFunction<String> count);
}
