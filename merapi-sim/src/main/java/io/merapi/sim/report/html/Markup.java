package io.merapi.sim.report.html;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * HTML as it is written, element by element. Whatever a workload or a trace may have brought into a
 * name is made harmless here, and only here: texts and attributes are always escaped.
 */
final class Markup {

  private final StringBuilder out = new StringBuilder("<!DOCTYPE html>\n");
  private final Deque<String> open = new ArrayDeque<>();

  /**
   * Begins an element, which {@link #close} ends.
   *
   * @param attributes names and values in turn
   */
  Markup open(String tag, String... attributes) {
    start(tag, attributes);
    out.append('>');
    open.push(tag);
    return this;
  }

  /** Ends the innermost element. */
  Markup close() {
    out.append("</").append(open.pop()).append(">\n");
    return this;
  }

  /** An element that holds a text and nothing else. */
  Markup element(String tag, String text, String... attributes) {
    start(tag, attributes);
    out.append('>');
    text(text);
    out.append("</").append(tag).append('>');
    return this;
  }

  /** An element that holds nothing, such as an image. */
  Markup empty(String tag, String... attributes) {
    start(tag, attributes);
    out.append("/>");
    return this;
  }

  Markup text(String text) {
    escape(text);
    return this;
  }

  /** A style sheet or a script of ours, which must stand as it is. */
  Markup verbatim(String tag, String content) {
    if (content.contains("</")) {
      throw new IllegalArgumentException("would end its element: " + tag);
    }
    out.append('<').append(tag).append('>').append(content);
    out.append("</").append(tag).append(">\n");
    return this;
  }

  private void start(String tag, String... attributes) {
    out.append('<').append(tag);
    for (int i = 0; i < attributes.length; i += 2) {
      out.append(' ').append(attributes[i]).append("=\"");
      escape(attributes[i + 1]);
      out.append('"');
    }
  }

  private void escape(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '&' -> out.append("&amp;");
        case '<' -> out.append("&lt;");
        case '>' -> out.append("&gt;");
        case '"' -> out.append("&quot;");
        case '\'' -> out.append("&#39;");
        case '\n', '\t' -> out.append(c);
        default -> out.append(Character.isISOControl(c) ? '\uFFFD' : c);
      }
    }
  }

  /** The page, once every element is closed. */
  String page() {
    if (!open.isEmpty()) {
      throw new IllegalStateException("still open: " + open);
    }
    return out.toString();
  }
}
