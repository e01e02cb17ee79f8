package io.merapi.remote.http;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** What is asked in a call. */
public final class Request {

  private static final byte[] NO_BODY = {};

  private final String method;
  private final URI address;
  private final String contentType;
  private final byte[] body;
  private final String authorization;

  private Request(
      String method, URI address, String contentType, byte[] body, String authorization) {
    this.method = method;
    this.address = address;
    this.contentType = contentType;
    this.body = body;
    this.authorization = authorization;
  }

  /**
   * A question without a body.
   *
   * @param address absolute, {@code http} or {@code https}
   */
  public static Request get(URI address) {
    return new Request("GET", address, "", NO_BODY, "");
  }

  /**
   * A question with a body.
   *
   * @param address absolute, {@code http} or {@code https}
   */
  public static Request post(URI address, String contentType, byte[] body) {
    return new Request("POST", address, contentType, body, "");
  }

  /** The same by a user who says who they are, if nobody has yet. */
  public Request by(String username, String password) {
    if (!authorization.isEmpty()) {
      return this;
    }
    byte[] said = (username + ":" + password).getBytes(StandardCharsets.UTF_8);
    return new Request(
        method, address, contentType, body, "Basic " + Base64.getEncoder().encodeToString(said));
  }

  String method() {
    return method;
  }

  URI address() {
    return address;
  }

  String contentType() {
    return contentType;
  }

  byte[] body() {
    return body;
  }

  String authorization() {
    return authorization;
  }

  /** As it stands in messages, without what is secret. */
  @Override
  public String toString() {
    return "%s \"%s\"".formatted(method.equals("GET") ? "Get" : "Post", address);
  }
}
