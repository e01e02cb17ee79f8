package io.merapi.cluster.watch;

import io.merapi.config.objects.Tokens;
import io.merapi.config.source.Location;

/**
 * Tokens that remember the name, uid and version of the object that goes by, so that these are
 * known even of an object that cannot be read.
 */
final class ObjectTokens implements Tokens {

  private final Tokens source;
  private int objectDepth = Integer.MAX_VALUE;
  private boolean inMetadata;
  private String field = "";
  private String name = "";
  private String namespace = "";
  private String uid = "";
  private String resourceVersion = "";

  ObjectTokens(Tokens source) {
    this.source = source;
  }

  /** Starts anew: the current token opens an object. */
  void enterObject() {
    objectDepth = source.depth();
    inMetadata = false;
    name = "";
    namespace = "";
    uid = "";
    resourceVersion = "";
  }

  /** Goes to the end of the object, wherever in it reading has stopped. */
  void leaveObject() {
    while (source.depth() >= objectDepth) {
      next();
    }
    objectDepth = Integer.MAX_VALUE;
  }

  String key() {
    return namespace.isEmpty() ? name : namespace + "/" + name;
  }

  String uid() {
    return uid;
  }

  String resourceVersion() {
    return resourceVersion;
  }

  @Override
  public Token next() {
    Token token = source.next();
    int inside = source.depth() - objectDepth;
    if (token == Token.FIELD) {
      if (inside == 0) {
        inMetadata = source.text().equals("metadata");
      } else if (inside == 1 && inMetadata) {
        field = source.text();
      }
    } else if (token == Token.TEXT && inside == 1 && inMetadata) {
      switch (field) {
        case "name" -> name = source.text();
        case "namespace" -> namespace = source.text();
        case "uid" -> uid = source.text();
        case "resourceVersion" -> resourceVersion = source.text();
        default -> {}
      }
    }
    return token;
  }

  @Override
  public Token current() {
    return source.current();
  }

  @Override
  public String text() {
    return source.text();
  }

  @Override
  public String spelling() {
    return source.spelling();
  }

  @Override
  public void skipChildren() {
    source.skipChildren();
  }

  @Override
  public int depth() {
    return source.depth();
  }

  @Override
  public void startAllowance() {
    source.startAllowance();
  }

  @Override
  public Location location() {
    return source.location();
  }
}
