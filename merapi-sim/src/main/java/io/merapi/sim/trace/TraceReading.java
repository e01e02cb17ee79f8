package io.merapi.sim.trace;

import io.merapi.sim.workload.WorkloadException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * What the lines of a file stand for, in the order in which it comes; read line by line.
 *
 * <p>Only a file whose jobs are not in the order of their arrival is read at once and sorted; jobs
 * of one moment stay in the order of their lines.
 */
interface TraceReading extends AutoCloseable {

  /** The next entry; null behind the last. */
  @Nullable TracedEntry next();

  @Override
  void close();

  /** Reads a file that was looked through, without its broken lines. */
  static TraceReading of(TraceFile file) {
    return file.inOrder ? new Lines(file) : sorted(file);
  }

  private static TraceReading sorted(TraceFile file) {
    var jobs = new ArrayList<TracedJob>();
    try (var lines = new Lines(file)) {
      for (TracedEntry entry = lines.next(); entry != null; entry = lines.next()) {
        if (entry instanceof TracedJob job) {
          jobs.add(job);
        }
      }
    }
    jobs.sort(Comparator.comparing(TracedJob::arrival));
    Iterator<TracedJob> rest = jobs.iterator();
    return new TraceReading() {
      @Override
      public @Nullable TracedEntry next() {
        return rest.hasNext() ? rest.next() : null;
      }

      @Override
      public void close() {}
    };
  }

  /** All entries but those of broken lines. */
  final class Lines implements TraceReading {

    private final TraceFile file;
    private final TraceEntries entries;

    Lines(TraceFile file) {
      this.file = file;
      try {
        this.entries = TraceEntries.open(file.path);
      } catch (IOException e) {
        throw new WorkloadException("%s cannot be read: %s".formatted(file.path, e.getMessage()));
      }
    }

    @Override
    public @Nullable TracedEntry next() {
      while (true) {
        try {
          TracedEntry entry = entries.next();
          if (entry == null || !file.brokenLines.contains(entries.line())) {
            return entry;
          }
        } catch (BrokenRow e) {
          if (!file.brokenLines.contains(entries.line())) {
            throw new WorkloadException(
                "%s:%d: %s; the file has changed since it was looked through"
                    .formatted(file.path, entries.line(), e.text()));
          }
        }
      }
    }

    @Override
    public void close() {
      entries.close();
    }
  }
}
