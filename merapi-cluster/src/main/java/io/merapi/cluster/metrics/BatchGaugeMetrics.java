package io.merapi.cluster.metrics;

import io.merapi.api.resource.Resources;
import io.merapi.batch.measures.BatchGauges;
import io.merapi.batch.measures.QueueFigures;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The metrics {@code volcano_*} that say what there is at the moment of a scrape. */
final class BatchGaugeMetrics implements MultiCollector {

  private static final String QUEUE = "queue_name";

  private final Supplier<@Nullable BatchGauges> source;
  private final JobMetrics jobs;

  BatchGaugeMetrics(Supplier<@Nullable BatchGauges> source, JobMetrics jobs) {
    this.source = source;
    this.jobs = jobs;
  }

  @Override
  public MetricSnapshots collect() {
    BatchGauges now = source.get();
    BatchGauges read = now == null ? BatchGauges.NONE : now;
    var all = new ArrayList<MetricSnapshot>(jobs.snapshots(read.jobs()));
    queues(read.queues(), all);
    // Upstream has these names too, and no value for them: nothing there works them out.
    for (String name : List.of("share", "weight", "weighted_share")) {
      all.add(
          new GaugeFamily(
                  "volcano_namespace_" + name,
                  "Declared as upstream declares it; nothing sets it there either.",
                  "namespace_name")
              .snapshot());
    }
    return new MetricSnapshots(all);
  }

  private static void queues(List<QueueFigures> queues, List<MetricSnapshot> out) {
    var allocated = new Amounts("allocated", "Resources that the tasks of the queue hold");
    var request = new Amounts("request", "Resources that the tasks of the queue ask for");
    var deserved = new Amounts("deserved", "Resources that the queue deserves");
    var inqueue = new Amounts("inqueue", "Resources kept for admitted jobs of the queue");
    var capacity = new Amounts("capacity", "Resources that the queue may have at most");
    var real = new Amounts("real_capacity", "Resources that the queue can have at most");
    var share = new GaugeFamily("volcano_queue_share", "Share of the queue.", QUEUE);
    var weight = new GaugeFamily("volcano_queue_weight", "Weight of the queue.", QUEUE);
    var overused =
        new GaugeFamily("volcano_queue_overused", "1 if the queue has all it deserves.", QUEUE);
    for (QueueFigures queue : queues) {
      SortedSet<String> scalars = scalars(queue);
      allocated.set(queue.queue(), queue.allocated(), scalars);
      request.set(queue.queue(), queue.request(), scalars);
      deserved.set(queue.queue(), queue.deserved(), scalars);
      inqueue.set(queue.queue(), queue.inqueue(), scalars);
      capacity.set(queue.queue(), queue.capability(), scalars);
      real.set(queue.queue(), queue.realCapability(), scalars);
      share.set(queue.share(), queue.queue());
      overused.set(queue.overused() ? 1 : 0, queue.queue());
      if (queue.weight() != null) {
        weight.set(queue.weight(), queue.queue());
      }
    }
    Stream.of(allocated, request, deserved, inqueue, capacity, real)
        .forEach(amounts -> amounts.addTo(out));
    Stream.of(share, weight, overused).forEach(family -> out.add(family.snapshot()));
  }

  /**
   * Every scalar that a queue has to do with stands in all its amounts, with 0 where it has none.
   */
  private static SortedSet<String> scalars(QueueFigures queue) {
    var names = new TreeSet<String>();
    Stream.of(
            queue.allocated(),
            queue.request(),
            queue.deserved(),
            queue.inqueue(),
            queue.capability(),
            queue.realCapability())
        .forEach(amount -> {
          if (amount != null) {
            for (int place = 0; place < amount.scalarCount(); place++) {
              names.add(amount.dictionary().name(amount.scalarId(place)));
            }
          }
        });
    return names;
  }

  /** One sort of amounts of queues. */
  private static final class Amounts {

    private final GaugeFamily cpu;
    private final GaugeFamily memory;
    private final GaugeFamily scalar;

    Amounts(String name, String help) {
      String prefix = "volcano_queue_" + name;
      this.cpu = new GaugeFamily(prefix + "_milli_cpu", help + ": thousandths of a CPU.", QUEUE);
      this.memory = new GaugeFamily(prefix + "_memory_bytes", help + ": bytes of memory.", QUEUE);
      this.scalar =
          new GaugeFamily(
              prefix + "_scalar_resources", help + ": of any other sort.", QUEUE, "resource");
    }

    void set(String queue, @Nullable Resources amount, SortedSet<String> scalars) {
      if (amount == null) {
        return;
      }
      cpu.set(amount.cpuMillis(), queue);
      memory.set(amount.memoryBytes(), queue);
      scalars.forEach(name -> scalar.set(0, queue, name));
      for (int place = 0; place < amount.scalarCount(); place++) {
        String name = amount.dictionary().name(amount.scalarId(place));
        scalar.set(amount.scalarValue(place), queue, name);
      }
    }

    void addTo(List<MetricSnapshot> out) {
      Stream.of(cpu, memory, scalar).forEach(family -> out.add(family.snapshot()));
    }
  }
}
