package io.merapi.config.objects;

import io.merapi.config.source.Location;
import io.merapi.config.source.MalformedTextException;

/**
 * A text as a stream of tokens, whatever its syntax.
 *
 * <p>A text may hold several values one after the other (documents of a YAML stream, concatenated
 * JSON); their tokens follow one another and {@link Token#END} comes after the last.
 *
 * <p>Every source bounds what a text can cost: nesting, the length of a scalar, and the sum of what
 * is read since {@link #startAllowance}, so that a hostile text is refused and never exhausts the
 * stack or the heap.
 */
public interface Tokens {

  /** The kinds of token. */
  enum Token {
    START_OBJECT,
    END_OBJECT,
    START_LIST,
    END_LIST,
    FIELD,
    TEXT,
    NUMBER,
    FLAG,
    NULL,
    /** The text has ended. */
    END
  }

  /**
   * Moves to the next token.
   *
   * @throws MalformedTextException if the text breaks its syntax or a limit
   */
  Token next();

  /** The token last moved to. */
  Token current();

  /** The field name or the scalar: a flag as {@code true} or {@code false}, a number as in JSON. */
  String text();

  /** The scalar as the text spells it, which in YAML may be another word than its meaning. */
  default String spelling() {
    return text();
  }

  /** Passes over the object or list that the current token opens; does nothing on a scalar. */
  default void skipChildren() {
    if (current() != Token.START_OBJECT && current() != Token.START_LIST) {
      return;
    }
    int outside = depth() - 1;
    while (depth() > outside) {
      next();
    }
  }

  /**
   * How many objects and lists are open; one that the current token opens counts, one that it
   * closes does not.
   */
  int depth();

  /** Starts the count of what may be read anew, since a new object begins. */
  void startAllowance();

  /** Where the current token stands. */
  Location location();
}
