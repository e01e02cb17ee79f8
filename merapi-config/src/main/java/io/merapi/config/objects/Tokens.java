package io.merapi.config.objects;

import io.merapi.config.source.Location;
import io.merapi.config.source.MalformedTextException;

/** A text as a stream of tokens, whatever its syntax. */
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

  /** The field name, or the scalar as written. */
  String text();

  /** Passes over the object or list that the current token opens; does nothing on a scalar. */
  void skipChildren();

  /** Where the current token stands. */
  Location location();
}
