package io.merapi.batch.session;

import io.merapi.api.session.extension.BatchPlugin;
import io.merapi.api.session.extension.BindHandler;
import io.merapi.api.session.extension.TaskEvents;
import io.merapi.batch.measures.BatchMeasures;
import io.merapi.batch.tier.ExtensionPoint;
import io.merapi.batch.tier.PluginOption;
import io.merapi.batch.tier.Tier;
import io.merapi.batch.tier.TierLineup;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The plugins of a session, sorted by what they take part in.
 *
 * <p>A name that stands in several places has one instance that answers in all of them, the last
 * one made. Differs from upstream in that only this one learns of moves: the others answer nothing,
 * and what they keep of a task was never worked out for them.
 */
public final class SessionPlugins {

  private final List<Tier> tiers;
  private final Map<String, BatchPlugin> byName = new LinkedHashMap<>();
  private final Map<String, Set<ExtensionPoint>> registered = new HashMap<>();
  private final List<TaskEvents> events;
  private final List<BindHandler> bindHandlers;
  private final SortedSet<String> missing = new TreeSet<>();

  SessionPlugins(
      List<Tier> tiers, PluginFactory factory, SchedulingSession session, Failures failures) {
    this.tiers = List.copyOf(tiers);
    for (Tier tier : tiers) {
      for (PluginOption option : tier.plugins()) {
        make(option, factory, session, failures);
      }
    }
    this.events = registered(ExtensionPoint.EVENTS, TaskEvents.class);
    this.bindHandlers = registered(ExtensionPoint.BINDER, BindHandler.class);
  }

  private void make(
      PluginOption option, PluginFactory factory, SchedulingSession session, Failures failures) {
    BatchMeasures measures = session.measures();
    long begun = measures.now();
    BatchPlugin plugin =
        failures.guard(option.name(), () -> factory.make(option, session)).orElse(null);
    if (plugin == null) {
      missing.add(option.name());
      return;
    }
    measures.pluginOpened(option.name(), begun);
    byName.put(option.name(), plugin);
    registered.put(option.name(), factory.registered(option));
  }

  /** The plugins that take part in a point and are switched on there. */
  <P extends BatchPlugin> TierLineup<P> lineup(ExtensionPoint point, Class<P> type) {
    var lineup = new ArrayList<List<P>>(tiers.size());
    for (Tier tier : tiers) {
      var found = new ArrayList<P>();
      for (PluginOption option : tier.plugins()) {
        if (option.takesPartIn(point) && registers(option.name(), point)) {
          found.add(type.cast(byName.get(option.name())));
        }
      }
      lineup.add(found);
    }
    return new TierLineup<>(lineup);
  }

  /** Whether a plugin takes part in a point if it is switched on there. */
  public boolean registers(String name, ExtensionPoint point) {
    return point.type().isInstance(byName.get(name))
        && registered.getOrDefault(name, Set.of()).contains(point);
  }

  /** All plugins that register for a point, switched on or not, in the order of tiers. */
  public <P extends BatchPlugin> List<P> registered(ExtensionPoint point, Class<P> type) {
    return byName.entrySet().stream()
        .filter(entry -> registers(entry.getKey(), point))
        .map(entry -> type.cast(entry.getValue()))
        .toList();
  }

  /** Those who learn of moves, in the order of tiers. */
  List<TaskEvents> events() {
    return events;
  }

  List<BindHandler> bindHandlers() {
    return bindHandlers;
  }

  /** The instances that answer, in the order of tiers. */
  public Collection<BatchPlugin> all() {
    return byName.values();
  }

  /** The names of plugins that could not be made. */
  public SortedSet<String> missing() {
    return missing;
  }
}
