package io.merapi.config.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** Makes damaged texts of good ones; the same seed makes the same texts. */
public final class Mutator {

  /** Pieces of text that mean something to a parser. */
  private static final List<String> SYNTAX =
      List.of(
          "{",
          "}",
          "[",
          "]",
          ":",
          ": ",
          ",",
          "- ",
          "? ",
          "&a ",
          "*a",
          "<<: *a",
          "<<: ",
          "!!int ",
          "!!str ",
          "!x ",
          "|\n",
          ">-\n",
          "'",
          "\"",
          "\\u",
          "\\U00110000",
          "\\",
          "#",
          "%YAML 1.2\n",
          "---\n",
          "...\n",
          "\n",
          "\n  ",
          "\t",
          " ",
          "*",
          "null",
          "~",
          "true",
          "-1",
          "0.5s",
          "1e999",
          "0x",
          "0x7fffffff",
          ".nan",
          "99999999999999999999",
          "\0",
          "\u0085",
          "\u2028",
          "\ufeff",
          "\ud800",
          "🌋",
          "&a [*a]",
          "&a {<<: *a}",
          "[[[[[[",
          "{a: {b: {");

  private final SplittableRandom random;
  private final List<String> good;
  private final List<String> pieces;

  /**
   * @param good texts to start from
   * @param pieces more pieces of text to put into them, beside those that mean something to every
   *     parser
   */
  public Mutator(long seed, List<String> good, List<String> pieces) {
    this.random = new SplittableRandom(seed);
    this.good = List.copyOf(good);
    this.pieces = Stream.concat(SYNTAX.stream(), pieces.stream()).toList();
  }

  /** The next text, with one to four damages; it may not be valid UTF-8 any more. */
  public byte[] next() {
    byte[] text = bytes(pick(good));
    for (int damages = 1 + random.nextInt(4); damages > 0; damages--) {
      text = damaged(text);
    }
    return text;
  }

  /** True once in so many times. */
  public boolean oneIn(int times) {
    return random.nextInt(times) == 0;
  }

  public byte[] damaged(byte[] text) {
    int at = random.nextInt(text.length + 1);
    int end = Math.min(text.length, at + 1 + random.nextInt(20));
    return switch (random.nextInt(8)) {
      case 0 -> splice(text, at, at, bytes(pick(pieces)));
      case 1 -> splice(text, at, end, bytes(pick(pieces)));
      case 2 -> splice(text, at, end, new byte[0]);
      case 3 -> splice(text, at, at, Arrays.copyOfRange(text, at, end));
      case 4 ->
          splice(text, at, Math.min(text.length, at + 1), new byte[] {(byte) random.nextInt(256)});
      case 5 -> Arrays.copyOf(text, at);
      case 6 -> lineElsewhere(text);
      default -> {
        int from = random.nextInt(text.length + 1);
        int to = Math.min(text.length, from + random.nextInt(60));
        yield splice(text, at, at, Arrays.copyOfRange(text, from, to));
      }
    };
  }

  /**
   * The text with one line taken out, or put somewhere else: the structure changes, not the words.
   */
  private byte[] lineElsewhere(byte[] text) {
    List<String> lines = new String(text, StandardCharsets.UTF_8).lines().toList();
    if (lines.isEmpty()) {
      return text;
    }
    String line = pick(lines);
    int skipped = random.nextInt(lines.size());
    int target = random.nextInt(lines.size());
    var result = new StringBuilder();
    for (int i = 0; i < lines.size(); i++) {
      if (i == target) {
        result.append(line).append('\n');
      }
      if (i != skipped) {
        result.append(lines.get(i)).append('\n');
      }
    }
    return bytes(result.toString());
  }

  private static byte[] splice(byte[] text, int start, int end, byte[] replacement) {
    byte[] result = new byte[text.length - (end - start) + replacement.length];
    System.arraycopy(text, 0, result, 0, start);
    System.arraycopy(replacement, 0, result, start, replacement.length);
    System.arraycopy(text, end, result, start + replacement.length, text.length - end);
    return result;
  }

  private String pick(List<String> texts) {
    return texts.get(random.nextInt(texts.size()));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
