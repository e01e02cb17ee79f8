package io.merapi.sim.trace;

import io.merapi.api.batch.DeviceKeys;
import io.merapi.api.pod.Affinity;
import io.merapi.api.pod.Container;
import io.merapi.api.pod.PodSpec;
import io.merapi.api.pod.ResourceRequirements;
import io.merapi.api.resource.Quantity;
import io.merapi.api.resource.Quantity.Format;
import io.merapi.api.resource.ResourceList;
import io.merapi.api.resource.ResourceNames;
import io.merapi.api.selector.NodeSelector;
import io.merapi.api.selector.NodeSelectorTerm;
import io.merapi.api.selector.SelectorRequirement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Specs of pods by their shapes; those of shapes that came lately are kept and shared. */
final class TracedSpecs {

  private static final int KEPT = 4096;

  private final TraceTarget target;

  private final Map<Key, PodSpec> kept =
      new LinkedHashMap<>(64, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, PodSpec> eldest) {
          return size() > KEPT;
        }
      };

  TracedSpecs(TraceTarget target) {
    this.target = target;
  }

  PodSpec of(PodShape shape, String priorityClass) {
    return kept.computeIfAbsent(new Key(shape, priorityClass), this::make);
  }

  private PodSpec make(Key key) {
    ResourceList cards = cards(key.shape);
    var container =
        new Container(
            "main",
            "",
            new ResourceRequirements(requests(key.shape, cards), cards, List.of()),
            List.of(),
            "",
            false);
    return new PodSpec(
        target.schedulerName(),
        null,
        key.priorityClass,
        "",
        List.of(container),
        List.of(),
        ResourceList.EMPTY,
        null,
        null,
        affinity(key.shape),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        false,
        null,
        "Never",
        "");
  }

  private static ResourceList requests(PodShape shape, ResourceList cards) {
    var all = new TreeMap<>(cards.amounts());
    if (shape.cpuMillis() > 0) {
      all.put(ResourceNames.CPU, Quantity.ofMillis(shape.cpuMillis(), Format.DECIMAL_SI));
    }
    if (shape.memoryBytes() > 0) {
      all.put(ResourceNames.MEMORY, Quantity.of(shape.memoryBytes(), Format.BINARY_SI));
    }
    return new ResourceList(all);
  }

  private ResourceList cards(PodShape shape) {
    if (shape.cards() == 0) {
      return ResourceList.EMPTY;
    }
    Quantity count = TracedObjects.number(shape.cards());
    return target.dividesCards()
        ? new ResourceList(
            Map.of(
                DeviceKeys.VGPU_NUMBER,
                count,
                DeviceKeys.VGPU_MEMORY,
                TracedObjects.number(shape.cardMillis())))
        : new ResourceList(Map.of(TracedObjects.CARDS, count));
  }

  private static Affinity affinity(PodShape shape) {
    if (shape.cardTypes().isEmpty()) {
      return Affinity.NONE;
    }
    var ofTypes = new SelectorRequirement(TracedObjects.CARD_TYPE, "In", shape.cardTypes());
    var nodes = new NodeSelector(List.of(new NodeSelectorTerm(List.of(ofTypes), List.of())));
    return new Affinity(nodes, List.of(), Affinity.PodTerms.NONE, Affinity.PodTerms.NONE);
  }

  private record Key(PodShape shape, String priorityClass) {}
}
