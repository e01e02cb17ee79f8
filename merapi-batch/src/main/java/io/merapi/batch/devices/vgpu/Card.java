package io.merapi.batch.devices.vgpu;

import io.merapi.batch.devices.vgpu.VgpuSettings.MigGeometry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One card of a node, and what pods have of it.
 *
 * <p>Amounts are unsigned, as upstream has them.
 */
final class Card {

  final int index;
  final String uuid;
  final String type;
  final long memory;
  final List<MigGeometry> geometries;

  /** How it is cut, if it cuts itself. */
  final MigUse mig;

  /** What each pod has, by identity. */
  final Map<String, Use> pods;

  /** How many parts it may be cut into. */
  long most;

  long usedNumber;
  long usedMemory;
  long usedCores;

  Card(int index, String uuid, String type, long memory, long most, List<MigGeometry> geometries) {
    this.index = index;
    this.uuid = uuid;
    this.type = type;
    this.memory = memory;
    this.most = most;
    this.geometries = geometries;
    this.mig = new MigUse();
    this.pods = new LinkedHashMap<>();
  }

  private Card(Card origin) {
    this.index = origin.index;
    this.uuid = origin.uuid;
    this.type = origin.type;
    this.memory = origin.memory;
    this.geometries = origin.geometries;
    this.mig = origin.mig.copy();
    this.pods = new LinkedHashMap<>();
    origin.pods.forEach((pod, use) -> pods.put(pod, use.copy()));
    this.most = origin.most;
    this.usedNumber = origin.usedNumber;
    this.usedMemory = origin.usedMemory;
    this.usedCores = origin.usedCores;
  }

  Card copy() {
    return new Card(this);
  }

  /** Counts one more part. */
  void take(long moreMemory, long moreCores) {
    usedNumber++;
    usedMemory += moreMemory;
    usedCores += moreCores;
  }

  /** Counts one part less. */
  void giveBack(long lessMemory, long lessCores) {
    usedNumber--;
    usedMemory -= lessMemory;
    usedCores -= lessCores;
  }

  /** Takes back a part that was only tried; what is counted never falls below nothing. */
  void undo(long triedMemory, long triedCores) {
    usedNumber = less(usedNumber, 1);
    usedMemory = less(usedMemory, triedMemory);
    usedCores = less(usedCores, triedCores);
  }

  private static long less(long used, long tried) {
    return Long.compareUnsigned(used, tried) >= 0 ? used - tried : 0;
  }

  /** What a pod has of this card, counted from now on. */
  Use use(String pod) {
    return pods.computeIfAbsent(pod, _ -> new Use());
  }

  /** Whether a pod of a group has a part of this card. */
  boolean hasPodOf(String group) {
    return pods.values().stream()
        .anyMatch(use -> use.group.equals(group) && (use.memory != 0 || use.cores != 0));
  }

  /** What a pod has of a card. */
  static final class Use {

    int number;
    long memory;
    long cores;

    /** Parts of a card that cuts itself. */
    final List<MigSharing.Part> parts = new ArrayList<>();

    /** The pod's group; empty for none. */
    String group = "";

    Use copy() {
      var copy = new Use();
      copy.number = number;
      copy.parts.addAll(parts);
      copy.memory = memory;
      copy.cores = cores;
      copy.group = group;
      return copy;
    }
  }
}
