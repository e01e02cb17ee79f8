package io.merapi.batch.shares;

import java.util.List;
import java.util.stream.Collectors;

/** Words for resources that do not suffice. */
public final class Shortage {

  private Shortage() {}

  /**
   * What is wrong, and in which dimensions: {@code queue resource quota insufficient: insufficient
   * cpu, insufficient memory}. Upstream's {@code FormatResourceNames}.
   *
   * @param word what to say before each name
   */
  public static String text(String problem, String word, List<String> resources) {
    return resources.isEmpty()
        ? problem
        : resources.stream()
            .map(name -> word + " " + name)
            .collect(Collectors.joining(", ", problem + ": ", ""));
  }
}
