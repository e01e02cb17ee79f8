package io.merapi.config.objects;

import io.merapi.config.source.Location;
import java.util.ArrayList;
import java.util.List;

/** Tokens set aside to be read later, where the text tells what they are only after them. */
final class TokenBuffer implements Tokens {

  private record Step(Token token, String text, Location where) {}

  private static final Step BEFORE = new Step(Token.NULL, "", Location.of(""));

  private final List<Step> steps = new ArrayList<>();
  private int next;
  private int depth;

  /** Adds the source's current token. */
  void add(Tokens source) {
    Token token = source.current();
    boolean hasText =
        switch (token) {
          case FIELD, TEXT, NUMBER, FLAG -> true;
          case START_OBJECT, END_OBJECT, START_LIST, END_LIST, NULL, END -> false;
        };
    steps.add(new Step(token, hasText ? source.text() : "", source.location()));
  }

  void addField(String name, Location where) {
    steps.add(new Step(Token.FIELD, name, where));
  }

  /** Adds the value at the source's current token, with all that is inside it. */
  void addValue(Tokens source) {
    int inside = source.depth();
    add(source);
    if (source.current() == Token.START_OBJECT || source.current() == Token.START_LIST) {
      while (source.depth() >= inside) {
        source.next();
        add(source);
      }
    }
  }

  boolean isEmpty() {
    return steps.isEmpty();
  }

  int size() {
    return steps.size();
  }

  @Override
  public Token next() {
    if (next == steps.size()) {
      return Token.END;
    }
    Token token = steps.get(next++).token();
    if (token == Token.START_OBJECT || token == Token.START_LIST) {
      depth++;
    } else if (token == Token.END_OBJECT || token == Token.END_LIST) {
      depth--;
    }
    return token;
  }

  @Override
  public Token current() {
    return step().token();
  }

  @Override
  public String text() {
    return step().text();
  }

  @Override
  public int depth() {
    return depth;
  }

  /** Does nothing: what is here has been counted when it was added. */
  @Override
  public void startAllowance() {}

  @Override
  public Location location() {
    return step().where();
  }

  private Step step() {
    return next == 0 ? BEFORE : steps.get(next - 1);
  }
}
