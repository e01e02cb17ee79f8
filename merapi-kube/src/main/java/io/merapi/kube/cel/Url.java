package io.merapi.kube.cel;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * An absolute URL, or the path of one.
 *
 * @param host with the port, if there is one
 * @param path as written, with its escapes
 * @param query as written, without the question mark
 */
record Url(String scheme, String host, String path, String query) {

  private static final String SCHEME = "[a-zA-Z][a-zA-Z0-9+.-]*";
  private static final String HOST = "(\\[[0-9a-fA-F:.]+\\]|[^\\[\\]:%<>\"\\s]*)(:[0-9]*)?";
  private static final String BAD_ESCAPE = "(?s).*%(?![0-9a-fA-F]{2}).*";

  /**
   * Reads a URL.
   *
   * @throws IllegalArgumentException if it is none
   */
  static Url parse(String text) {
    String rest = text;
    String scheme = "";
    int colon = text.indexOf(':');
    if (!text.startsWith("/") && colon > 0 && text.substring(0, colon).matches(SCHEME)) {
      scheme = text.substring(0, colon).toLowerCase(Locale.ROOT);
      rest = text.substring(colon + 1);
    }
    boolean control = text.chars().anyMatch(c -> c < 0x20 || c == 0x7F);
    if (!rest.startsWith("/") || control) {
      throw unreadable(text, "invalid URI for request");
    }
    int hash = rest.indexOf('#');
    rest = hash < 0 ? rest : rest.substring(0, hash);
    int question = rest.indexOf('?');
    String query = question < 0 ? "" : rest.substring(question + 1);
    rest = question < 0 ? rest : rest.substring(0, question);
    String host = "";
    if (rest.startsWith("//") && !(scheme.isEmpty() && rest.startsWith("///"))) {
      int slash = rest.indexOf('/', 2);
      String authority = slash < 0 ? rest.substring(2) : rest.substring(2, slash);
      rest = slash < 0 ? "" : rest.substring(slash);
      host = authority.substring(authority.lastIndexOf('@') + 1);
      if (!host.matches(HOST)) {
        throw unreadable(text, "invalid host");
      }
    }
    if (rest.matches(BAD_ESCAPE)) {
      throw unreadable(text, "invalid URL escape");
    }
    return new Url(scheme, host, rest, query);
  }

  private static IllegalArgumentException unreadable(String text, String why) {
    return new IllegalArgumentException(
        "URL parse error during conversion from string: parse \"%s\": %s".formatted(text, why));
  }

  String port() {
    int colon = host.lastIndexOf(':');
    return colon > host.lastIndexOf(']') ? host.substring(colon + 1) : "";
  }

  /** The host without port and brackets. */
  String hostname() {
    int colon = host.lastIndexOf(':');
    String name = colon > host.lastIndexOf(']') ? host.substring(0, colon) : host;
    return name.startsWith("[") ? name.substring(1, name.length() - 1) : name;
  }

  /** The values of each key of the query; what cannot be read is left out. */
  Map<String, List<String>> queryValues() {
    var values = new TreeMap<String, List<String>>();
    for (String pair : query.split("&", -1)) {
      if (pair.isEmpty() || pair.contains(";") || pair.matches(BAD_ESCAPE)) {
        continue;
      }
      int equals = pair.indexOf('=');
      String key = equals < 0 ? pair : pair.substring(0, equals);
      String value = equals < 0 ? "" : pair.substring(equals + 1);
      values.computeIfAbsent(unescaped(key), _ -> new ArrayList<>()).add(unescaped(value));
    }
    return values;
  }

  private static String unescaped(String text) {
    byte[] written = text.getBytes(StandardCharsets.UTF_8);
    byte[] meant = new byte[written.length];
    int length = 0;
    for (int i = 0; i < written.length; i++) {
      if (written[i] == '%') {
        String code = new String(written, i + 1, 2, StandardCharsets.US_ASCII);
        meant[length++] = (byte) Integer.parseInt(code, 16);
        i += 2;
      } else {
        meant[length++] = written[i] == '+' ? (byte) ' ' : written[i];
      }
    }
    return new String(meant, 0, length, StandardCharsets.UTF_8);
  }
}
