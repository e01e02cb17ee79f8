package io.merapi.kube.configuration;

import io.merapi.api.plugin.ProblemKind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Turns what a profile enables into what runs at each extension point.
 *
 * <p>At a point, plugins that are enabled there although {@code multiPoint} enables them too come
 * first, in the order of the point; then those that only {@code multiPoint} enables; then the
 * others of the point. Upstream counterpart: {@code NewFramework} and {@code
 * expandMultiPointPlugins}, which stop at the first fault; here all are kept, in upstream's order.
 */
public final class PluginExpansion {

  private static final long MAX_SCORE = 100;
  private static final long MAX_TOTAL_SCORE = Long.MAX_VALUE;

  private final String schedulerName;
  private final PluginSets sets;
  private final PluginRegistry registry;
  private final List<Fault> faults = new ArrayList<>();
  private final Map<ExtensionPoint, List<String>> inOrder = new EnumMap<>(ExtensionPoint.class);

  private PluginExpansion(String schedulerName, PluginSets sets, PluginRegistry registry) {
    this.schedulerName = schedulerName;
    this.sets = sets;
    this.registry = registry;
  }

  /**
   * Expands the merged sets of a profile.
   *
   * @param sets what the file says, laid over the defaults
   */
  public static Outcome expand(String schedulerName, PluginSets sets, PluginRegistry registry) {
    return new PluginExpansion(schedulerName, sets, registry).outcome();
  }

  private Outcome outcome() {
    for (ExtensionPoint point : ExtensionPoint.values()) {
      inOrder.put(point, listed(point));
    }
    var unknown = new HashSet<String>();
    var twice = new HashSet<String>();
    for (ExtensionPoint point : ExtensionPoint.values()) {
      if (!sets.multiPoint().enabled().isEmpty() && !sets.at(point).disablesAll()) {
        inOrder.put(point, expanded(point, unknown, twice));
      }
    }
    checkCounts();
    Map<String, Integer> score = weights(ExtensionPoint.SCORE, "score plugins");
    Map<String, Integer> placement =
        weights(ExtensionPoint.PLACEMENT_SCORE, "placement score plugins");
    return new Outcome(new ProfilePlugins(inOrder, score, placement), faults);
  }

  /** The plugins that the point itself enables. */
  private List<String> listed(ExtensionPoint point) {
    var names = new LinkedHashSet<String>();
    List<EnabledPlugin> enabled = sets.at(point).enabled();
    for (int i = 0; i < enabled.size(); i++) {
      String name = enabled.get(i).name();
      if (!registry.has(name)) {
        fault(ProblemKind.UNKNOWN_NAME, doesNotExist(point, name), point, i);
      } else if (!registry.implementsPoint(name, point)) {
        fault(
            ProblemKind.INVALID,
            "plugin %s does not extend %s plugin"
                .formatted(FieldErrors.quote(name), point.interfaceName()),
            point,
            i);
      } else if (!names.add(name)) {
        fault(ProblemKind.DUPLICATE, alreadyRegistered(point, name), point, i);
      }
    }
    return List.copyOf(names);
  }

  private List<String> expanded(ExtensionPoint point, Set<String> unknown, Set<String> twice) {
    var listed = new LinkedHashSet<>(inOrder.getOrDefault(point, List.of()));
    var disabled = new HashSet<>(sets.at(point).disabled());
    var overridden = new HashSet<String>();
    var fromMultiPoint = new LinkedHashSet<String>();
    List<EnabledPlugin> enabled = sets.multiPoint().enabled();
    for (int i = 0; i < enabled.size(); i++) {
      String name = enabled.get(i).name();
      if (!registry.has(name)) {
        if (unknown.add(name)) {
          fault(ProblemKind.UNKNOWN_NAME, doesNotExist(point, name), null, i);
        }
      } else if (registry.implementsPoint(name, point) && !disabled.contains(name)) {
        if (listed.contains(name)) {
          overridden.add(name);
        } else if (!fromMultiPoint.add(name) && twice.add(name)) {
          fault(ProblemKind.DUPLICATE, alreadyRegistered(point, name), null, i);
        }
      }
    }
    var order = new ArrayList<String>();
    listed.stream().filter(overridden::contains).forEach(order::add);
    order.addAll(fromMultiPoint);
    listed.stream().filter(name -> !overridden.contains(name)).forEach(order::add);
    return order;
  }

  private void checkCounts() {
    String profile = "profile with scheduler name " + FieldErrors.quote(schedulerName);
    int queueSorts = inOrder.getOrDefault(ExtensionPoint.QUEUE_SORT, List.of()).size();
    if (queueSorts != 1) {
      fault(
          ProblemKind.REQUIRED,
          "only one queue sort plugin required for %s, but got %d".formatted(profile, queueSorts),
          ExtensionPoint.QUEUE_SORT,
          Fault.WHOLE_POINT);
    }
    if (inOrder.getOrDefault(ExtensionPoint.BIND, List.of()).isEmpty()) {
      fault(
          ProblemKind.REQUIRED,
          "at least one bind plugin is needed for " + profile,
          ExtensionPoint.BIND,
          Fault.WHOLE_POINT);
    }
    if (inOrder.getOrDefault(ExtensionPoint.PLACEMENT_GENERATE, List.of()).size() > 1) {
      fault(
          ProblemKind.INVALID,
          "at most one placement generate plugin is allowed for " + profile,
          ExtensionPoint.PLACEMENT_GENERATE,
          Fault.WHOLE_POINT);
    }
  }

  /**
   * The weights of the plugins that run at a point: what the point says goes before what {@code
   * multiPoint} says. A negative weight is not refused as such; upstream's guard against overflow
   * overflows itself once the sum is negative, and so refuses it if another plugin follows.
   */
  private Map<String, Integer> weights(ExtensionPoint point, String what) {
    var all = new LinkedHashMap<String, Integer>();
    var enabled = new ArrayList<>(sets.at(point).enabled());
    enabled.addAll(sets.multiPoint().enabled());
    long total = 0;
    for (EnabledPlugin plugin : enabled) {
      if (!registry.implementsPoint(plugin.name(), point) || all.containsKey(plugin.name())) {
        continue;
      }
      int weight = plugin.weight() == 0 ? 1 : plugin.weight();
      all.put(plugin.name(), weight);
      if (weight * MAX_SCORE > MAX_TOTAL_SCORE - total) {
        fault(
            ProblemKind.INVALID,
            what + ": total score of Score plugins could overflow",
            point,
            Fault.WHOLE_POINT);
        break;
      }
      total += weight * MAX_SCORE;
    }
    var running = new LinkedHashMap<String, Integer>();
    for (String name : inOrder.getOrDefault(point, List.of())) {
      running.put(name, all.getOrDefault(name, 1));
    }
    return running;
  }

  private void fault(
      ProblemKind kind, String message, @Nullable ExtensionPoint point, int enabledIndex) {
    faults.add(new Fault(kind, message, point, enabledIndex));
  }

  private static String doesNotExist(ExtensionPoint point, String name) {
    return "%s %s does not exist".formatted(point.interfaceName(), FieldErrors.quote(name));
  }

  private static String alreadyRegistered(ExtensionPoint point, String name) {
    return "plugin %s already registered as %s"
        .formatted(FieldErrors.quote(name), FieldErrors.quote(point.interfaceName()));
  }

  /**
   * What came of it; the plugins are of use only without faults.
   *
   * @param faults in the order in which upstream would meet them
   */
  public record Outcome(ProfilePlugins plugins, List<Fault> faults) {

    public Outcome {
      faults = List.copyOf(faults);
    }
  }

  /**
   * Why a profile cannot be built.
   *
   * @param message upstream's words
   * @param point where it is; null for {@code multiPoint}
   * @param enabledIndex which of the enabled plugins there; {@link #WHOLE_POINT} for all of them
   */
  public record Fault(
      ProblemKind kind, String message, @Nullable ExtensionPoint point, int enabledIndex) {

    public static final int WHOLE_POINT = -1;
  }
}
