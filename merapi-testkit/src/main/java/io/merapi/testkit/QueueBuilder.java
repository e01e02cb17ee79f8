package io.merapi.testkit;

import io.merapi.api.batch.Queue;
import io.merapi.api.batch.QueueState;
import io.merapi.api.meta.Labels;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.resource.Quantity;
import io.merapi.api.resource.ResourceList;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Makes queues: every part has a plain default, and each call says what is special. */
public final class QueueBuilder {

  private final String name;
  private int weight = 1;
  private String parent = "";
  private @Nullable Boolean reclaimable;
  private @Nullable Instant created;
  private int priority;
  private QueueState state = QueueState.OPEN;
  private Queue.@Nullable Affinity affinity;
  private final Map<String, String> annotations = new TreeMap<>();
  private final Map<String, Quantity> capability = new TreeMap<>();
  private final Map<String, Quantity> guarantee = new TreeMap<>();
  private final Map<String, Quantity> deserved = new TreeMap<>();
  private final Map<String, Quantity> allocated = new TreeMap<>();

  private QueueBuilder(String name) {
    this.name = name;
  }

  /** An open queue of weight 1 that has no bounds. */
  public static QueueBuilder queue(String name) {
    return new QueueBuilder(name);
  }

  public QueueBuilder weight(int value) {
    weight = value;
    return this;
  }

  public QueueBuilder parent(String value) {
    parent = value;
    return this;
  }

  public QueueBuilder reclaimable(boolean value) {
    reclaimable = value;
    return this;
  }

  public QueueBuilder created(Instant value) {
    created = value;
    return this;
  }

  public QueueBuilder priority(int value) {
    priority = value;
    return this;
  }

  /** Wants some node groups and avoids others. */
  public QueueBuilder affinity(Queue.NodeGroups wanted, Queue.NodeGroups avoided) {
    affinity = new Queue.Affinity(wanted, avoided);
    return this;
  }

  public QueueBuilder state(QueueState value) {
    state = value;
    return this;
  }

  public QueueBuilder annotation(String key, String value) {
    annotations.put(key, value);
    return this;
  }

  public QueueBuilder capability(String resource, String quantity) {
    capability.put(resource, Quantity.parse(quantity));
    return this;
  }

  public QueueBuilder guarantee(String resource, String quantity) {
    guarantee.put(resource, Quantity.parse(quantity));
    return this;
  }

  public QueueBuilder deserved(String resource, String quantity) {
    deserved.put(resource, Quantity.parse(quantity));
    return this;
  }

  /** Reports this as used in its status. */
  public QueueBuilder allocated(String resource, String quantity) {
    allocated.put(resource, Quantity.parse(quantity));
    return this;
  }

  public Queue build() {
    var meta =
        new ObjectMeta(
            name,
            "",
            "",
            "",
            created,
            null,
            Labels.EMPTY,
            Labels.of(annotations),
            List.of(),
            List.of());
    return new Queue(
        meta,
        weight,
        new ResourceList(capability),
        new ResourceList(guarantee),
        new ResourceList(deserved),
        reclaimable,
        parent,
        priority,
        affinity,
        "",
        "",
        state,
        new ResourceList(allocated));
  }
}
