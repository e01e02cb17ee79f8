package io.merapi.testkit;

import io.merapi.api.batch.Queue;
import io.merapi.api.batch.QueueState;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.resource.Quantity;
import io.merapi.api.resource.ResourceList;
import java.time.Instant;
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

  /** Reports this as used in its status. */
  public QueueBuilder allocated(String resource, String quantity) {
    allocated.put(resource, Quantity.parse(quantity));
    return this;
  }

  public Queue build() {
    ObjectMeta meta = ObjectMeta.named("", name);
    return new Queue(
        created == null ? meta : meta.withCreation(created),
        weight,
        ResourceList.EMPTY,
        ResourceList.EMPTY,
        ResourceList.EMPTY,
        reclaimable,
        parent,
        0,
        null,
        "",
        "",
        QueueState.OPEN,
        new ResourceList(allocated));
  }
}
