package io.merapi.batch.devices;

import io.merapi.api.pod.Container;
import io.merapi.api.pod.Pod;
import io.merapi.api.resource.Quantity;
import io.merapi.api.resource.ResourceList;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one container asks for of a family whose devices are shared by memory and cores.
 *
 * @param count how many devices
 * @param memory of each device; 0 where it does not say
 * @param memoryPercent of each device's memory; {@link #NO_PERCENTAGE} where the amount counts
 * @param cores percent of each device's cores
 */
public record ContainerRequest(int count, int memory, int memoryPercent, int cores) {

  /** More than there can be. */
  public static final int NO_PERCENTAGE = 101;

  private static final int ALL = 100;

  /**
   * The resources by which containers ask.
   *
   * @param memoryPercent empty where the family has none
   */
  public record Names(String count, String memory, String memoryPercent, String cores) {}

  /**
   * What the containers of a pod ask for; those that ask for nothing are left out.
   *
   * @param exact whether amounts beyond 32 bits stay large; upstream keeps their low bits only
   */
  public static List<ContainerRequest> of(Pod pod, Names names, boolean exact) {
    var requests = new ArrayList<ContainerRequest>();
    for (Container container : pod.spec().containers()) {
      ResourceList limits = container.resources().limits();
      Quantity count = limits.get(names.count);
      if (count == null && limits.get(names.memory) == null) {
        continue;
      }
      int memory = number(stated(container, names.memory), 0, exact);
      int percent = number(stated(container, names.memoryPercent), NO_PERCENTAGE, exact);
      requests.add(
          new ContainerRequest(
              // Memory alone means one device.
              count == null ? 1 : number(count, 0, exact),
              memory,
              percent == NO_PERCENTAGE && memory == 0 ? ALL : percent,
              number(stated(container, names.cores), 0, exact)));
    }
    return requests;
  }

  private static @Nullable Quantity stated(Container container, String name) {
    if (name.isEmpty()) {
      return null;
    }
    Quantity limit = container.resources().limits().get(name);
    return limit == null ? container.resources().requests().get(name) : limit;
  }

  private static int number(@Nullable Quantity quantity, int otherwise, boolean exact) {
    if (quantity == null || quantity.wholeValue().isEmpty()) {
      return otherwise;
    }
    long whole = quantity.wholeValue().getAsLong();
    return exact ? Math.clamp(whole, Integer.MIN_VALUE, Integer.MAX_VALUE) : (int) whole;
  }

  /** Whether some container of a pod has a limit for a resource. */
  public static boolean limits(Pod pod, String... names) {
    for (Container container : pod.spec().containers()) {
      for (String name : names) {
        if (container.resources().limits().get(name) != null) {
          return true;
        }
      }
    }
    return false;
  }
}
