package io.merapi.config.fuzz;

import java.util.Map;
import java.util.TreeMap;

/** Texts that cost little to write and would cost a careless reader its time or its memory. */
public final class Bombs {

  private Bombs() {}

  /**
   * Texts by what is hostile in them.
   *
   * @param length of a value that is long
   */
  public static Map<String, String> texts(int length) {
    var texts = new TreeMap<String, String>();
    texts.put("aliases", levels("a%1$d: &a%1$d [*a%2$d, *a%2$d]\n"));
    texts.put("merge keys", levels("a%1$d: &a%1$d {<<: [*a%2$d, *a%2$d], k%1$d: v}\n"));
    texts.put("an anchor inside itself", "&a [*a]");
    texts.put("anchors inside anchors", "&a [".repeat(100_000));
    texts.put("deep lists of YAML", "[".repeat(1_000_000));
    texts.put("deep blocks of YAML", "- ".repeat(1_000_000));
    texts.put("deep keys of YAML", "? ".repeat(1_000_000));
    texts.put("deep objects of YAML", "{a: ".repeat(1_000_000));
    texts.put("deep objects of JSON", "{\"a\":".repeat(1_000_000));
    texts.put("deep lists of JSON", "{\"a\":" + "[".repeat(1_000_000));
    texts.put("a long plain scalar", "a: " + "b".repeat(length));
    texts.put("a long plain scalar of many words", "a: " + "b ".repeat(length / 2));
    texts.put("a long plain scalar of many lines", "a: " + "b\n  ".repeat(length / 4));
    texts.put("a long quoted scalar", "a: '" + "b".repeat(length));
    texts.put("a long literal", "a: |\n" + " b\n".repeat(length / 3));
    texts.put("a long comment", "#" + "b".repeat(length));
    texts.put("a long tag", "!<" + "b".repeat(length) + "> a");
    texts.put("a long anchor", "&" + "b".repeat(length) + " a");
    texts.put("a long directive", "%" + "b".repeat(length) + "\n--- a");
    texts.put("blank lines", "a\n" + "\n".repeat(length));
    texts.put("a long string of JSON", "{\"a\":\"" + "b".repeat(length));
    texts.put("a long name of JSON", "{\"" + "b".repeat(length));
    texts.put("a long number of JSON", "{\"a\":" + "1".repeat(length));
    texts.put("many different fields", "{" + fields(300_000));
    texts.put("many merge keys", "x: &x {k: v}\ny: {" + fields(30_000).replace(", ", ", <<: *x, "));
    texts.put("many documents", "--- 1\n".repeat(50_000));
    return texts;
  }

  /** Different keys in braces, which are not closed. */
  public static String fields(int count) {
    var text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.append('a').append(i).append(": b, ");
    }
    return text.toString();
  }

  private static String levels(String line) {
    var text = new StringBuilder("a0: &a0 {x: y}\n");
    for (int i = 1; i < 100; i++) {
      text.append(line.formatted(i, i - 1));
    }
    return text.toString();
  }
}
