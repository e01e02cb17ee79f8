package io.merapi.batch.devices.mindcluster;

import static io.merapi.batch.devices.mindcluster.NpuAmount.VIDEO_ANY;
import static io.merapi.batch.devices.mindcluster.NpuAmount.VIDEO_OFF;
import static io.merapi.batch.devices.mindcluster.NpuAmount.VIDEO_ON;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A chip of a node, and what pods leave of it. */
final class NpuChip {

  private static final int THREE_GROUPS = 3;
  private static final int FOUR_GROUPS = 4;

  private final int id;
  private final String kind;

  /** The parts that pods really have, such as {@code Ascend310P-2c.1cpu-105-0_3}. */
  private final List<String> realParts;

  private boolean unstable;
  private boolean cut;
  private NpuAmount used;
  private NpuAmount free;

  NpuChip(int id, String kind, NpuAmount total) {
    this.id = id;
    this.kind = kind;
    this.realParts = new ArrayList<>();
    this.used = NpuAmount.NOTHING.withVideo(VIDEO_OFF);
    this.free = total.withVideo(VIDEO_ON);
  }

  private NpuChip(NpuChip origin) {
    this.id = origin.id;
    this.kind = origin.kind;
    this.realParts = new ArrayList<>(origin.realParts);
    this.unstable = origin.unstable;
    this.cut = origin.cut;
    this.used = origin.used;
    this.free = origin.free;
  }

  NpuChip copy() {
    return new NpuChip(this);
  }

  int id() {
    return id;
  }

  NpuAmount free() {
    return free;
  }

  /** Whether pods have parts of it, rather than all. */
  boolean cut() {
    return cut;
  }

  /** Whether a pod was given a part that its device plugin has not confirmed. */
  boolean unstable() {
    return unstable;
  }

  /** Takes note of a pod that was found on the node. */
  void found(String realPart, boolean confirmed) {
    unstable |= !confirmed;
    if (!realPart.isEmpty()) {
      realParts.add(realPart);
    }
  }

  void cutInParts() {
    cut = true;
  }

  void take(NpuAmount amount) {
    used = used.plus(amount);
    free = free.minus(amount);
  }

  void giveBack(NpuAmount amount) {
    used = used.minus(amount);
    free = free.plus(amount);
  }

  /** Who has the video unit, after a part was taken. */
  void takeVideo(String video) {
    switch (video) {
      case VIDEO_ON -> setVideo(VIDEO_ON, VIDEO_OFF);
      case VIDEO_OFF -> {
        if (used.video().equals(VIDEO_OFF)) {
          setVideo(VIDEO_OFF, VIDEO_ON);
        }
      }
      case VIDEO_ANY -> {
        if (!used.video().equals(VIDEO_ON)) {
          setVideo(VIDEO_ANY, VIDEO_ANY);
        }
      }
      default -> {}
    }
  }

  /** Who has the video unit, after a part was given back. */
  void giveVideoBack(String video) {
    if (video.equals(VIDEO_ON)) {
      setVideo(VIDEO_OFF, VIDEO_ON);
    }
  }

  private void setVideo(String ofUsed, String ofFree) {
    used = used.withVideo(ofUsed);
    free = free.withVideo(ofFree);
  }

  /** Whether it has that much left, in a piece. */
  boolean meets(NpuAmount amount) {
    return free.covers(amount) && hasGroupFor(amount) && hasVideoFor(amount.video());
  }

  /** Parts come in groups; the more groups there are, the smaller is what one can still give. */
  private boolean hasGroupFor(NpuAmount amount) {
    if (!kind.equals(NpuTemplates.ASCEND_310P) || !cut) {
      return true;
    }
    int groups = groups().size();
    return !(groups == THREE_GROUPS && amount.cores() >= 4)
        && !(groups == FOUR_GROUPS && amount.cores() >= 2);
  }

  private Set<Integer> groups() {
    var groups = new HashSet<Integer>();
    for (String part : realParts) {
      int last = part.lastIndexOf('_');
      if (last >= 0) {
        try {
          groups.add(Integer.parseInt(part.substring(last + 1)));
        } catch (NumberFormatException _) {
          // A part that names no group takes none.
        }
      }
    }
    return groups;
  }

  private boolean hasVideoFor(String video) {
    return switch (video) {
      case VIDEO_ON -> free.video().equals(VIDEO_ON);
      case VIDEO_ANY -> !free.video().equals(VIDEO_OFF);
      default -> true;
    };
  }
}
