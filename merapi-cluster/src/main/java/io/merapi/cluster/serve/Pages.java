package io.merapi.cluster.serve;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What can be asked for, by path. Pages may be mounted at any time. */
public final class Pages {

  private final Map<String, Page> byPath = new ConcurrentSkipListMap<>();

  /**
   * Offers a page.
   *
   * @param path as it is asked for, such as {@code /metrics}; with a slash at its end, everything
   *     below it too
   */
  public Pages mount(String path, Page page) {
    if (!path.startsWith("/")) {
      throw new IllegalArgumentException("the path (%s) must begin with a slash".formatted(path));
    }
    byPath.put(path, page);
    return this;
  }

  /** Only the pages of some paths. */
  public Pages only(Predicate<String> wanted) {
    var some = new Pages();
    byPath.forEach((path, page) -> {
      if (wanted.test(path)) {
        some.byPath.put(path, page);
      }
    });
    return some;
  }

  /** The page of a path, or else the nearest one above that takes everything below it. */
  @Nullable Page find(String path) {
    Page exact = byPath.get(path);
    int slash = path.length();
    while (exact == null && (slash = path.lastIndexOf('/', slash - 1)) >= 0) {
      exact = byPath.get(path.substring(0, slash + 1));
    }
    return exact;
  }

  /** All paths in their order. */
  public List<String> paths() {
    return List.copyOf(byPath.keySet());
  }
}
