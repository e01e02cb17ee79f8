package io.merapi.batch.plugins.resourcestrategyfit;

import io.merapi.api.plugin.Arguments;
import io.merapi.api.plugin.ProblemKind;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.resource.Resources;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;

/**
 * Keeps cpu and memory back for the scarce resources that a node still has free.
 *
 * @param resources what is kept back for one of each resource, in the order of the file
 */
public record Proportional(boolean enabled, Map<String, Share> resources) {

  public static final Proportional OFF = new Proportional(false, Map.of());

  private static final double DEFAULT_SHARE = 1;

  public Proportional {
    resources = Collections.unmodifiableMap(new LinkedHashMap<>(resources));
  }

  static Proportional bind(Arguments in) {
    boolean enabled = in.flag(in.spelled("enable")).or(false);
    Arguments shares = in.object(in.spelled("resourceProportion"));
    var resources = new LinkedHashMap<String, Share>();
    var read = new LinkedHashSet<String>();
    for (String resource : in.words(in.spelled("resources"))) {
      String cpu = resource + ".cpu";
      String memory = resource + ".memory";
      read.add(cpu);
      read.add(memory);
      resources.put(resource, new Share(share(shares, cpu), share(shares, memory)));
    }
    // Upstream decodes every value, also that of a resource which is not listed.
    shares.keys().stream()
        .filter(key -> !read.contains(key))
        .forEach(key -> {
          shares.number(key).or(0.0);
          shares.report(
              key, ProblemKind.POINTLESS, "is no share of a resource that resources lists");
        });
    return enabled ? new Proportional(true, resources) : OFF;
  }

  private static double share(Arguments in, String key) {
    double share = in.number(key).should(value -> !(value < 0), "be at least 0").or(DEFAULT_SHARE);
    return share < 0 ? DEFAULT_SHARE : share;
  }

  /**
   * The first resource for whose idle part a node would be left with too little idle cpu or memory;
   * empty if there is none. What requests one of the resources itself may use what is kept back.
   */
  String shortage(Resources request, Resources idle) {
    ResourceDictionary dictionary = idle.dictionary();
    for (String resource : resources.keySet()) {
      int id = dictionary.find(resource);
      if (request.hasScalar(id) && request.get(id) > 0) {
        return "";
      }
    }
    for (var entry : resources.entrySet()) {
      int id = dictionary.find(entry.getKey());
      Share share = entry.getValue();
      if (idle.hasScalar(id)
          && (idle.cpuMillis() - request.cpuMillis() < idle.get(id) * share.cpu
              || idle.memoryBytes() - request.memoryBytes() < share.memoryBytes(idle.get(id)))) {
        return entry.getKey();
      }
    }
    return "";
  }

  /**
   * What is kept back for one of a resource.
   *
   * @param cpu in cores
   * @param memory in units of 10⁹ bytes
   */
  public record Share(double cpu, double memory) {

    /** The memory for thousandths of the resource. */
    double memoryBytes(double thousandths) {
      return thousandths * memory * 1000 * 1000;
    }
  }
}
