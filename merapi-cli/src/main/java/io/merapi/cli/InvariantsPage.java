package io.merapi.cli;

import io.merapi.cluster.serve.Page;
import io.merapi.cluster.serve.PageAnswer;
import io.merapi.cluster.serve.PageRequest;
import io.merapi.config.objects.ObjectWriter;
import io.merapi.kube.audit.Violation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Has the books of every scheduler checked now, and shows what does not agree. */
final class InvariantsPage implements Page {

  /** The books of one scheduler. */
  @FunctionalInterface
  interface Books {

    /** What does not agree; null while the scheduler is starting over. */
    @Nullable List<Violation> check() throws InterruptedException;
  }

  private final Iterable<Books> all;

  /**
   * @param all looked at anew for each request
   */
  InvariantsPage(Iterable<Books> all) {
    this.all = all;
  }

  @Override
  public PageAnswer answer(PageRequest request) throws IOException {
    var found = new ArrayList<Map<String, Object>>();
    try {
      for (Books books : all) {
        List<Violation> violations = books.check();
        if (violations == null) {
          return PageAnswer.error(503, "the scheduler is starting over; ask again");
        }
        violations.forEach(one -> found.add(tree(one)));
      }
    } catch (InterruptedException e) {
      throw new IOException("interrupted while the books were checked", e);
    }
    return PageAnswer.json(ObjectWriter.json(Map.of("violations", found)));
  }

  private static Map<String, Object> tree(Violation one) {
    return Map.of(
        "rule", one.rule(),
        "object", one.object(),
        "found", one.found(),
        "expected", one.expected());
  }
}
