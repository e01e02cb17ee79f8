package io.merapi.config.objects;

import io.merapi.api.batch.NetworkTopology;
import io.merapi.api.batch.SubGroupPolicy;
import io.merapi.api.selector.LabelSelector;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The sub-group policies of a pod group, and the network topology that both may state. */
final class SubGroupFormat {

  private SubGroupFormat() {}

  static SubGroupPolicy read(ObjectCursor in) {
    String name = "";
    LabelSelector labelSelector = null;
    List<String> matchLabelKeys = List.of();
    Integer subGroupSize = null;
    Integer minSubGroups = null;
    NetworkTopology networkTopology = null;
    if (in.enterObject()) {
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "name" -> name = in.text();
          case "labelSelector" -> labelSelector = SelectorFormat.readLabelSelector(in);
          case "matchLabelKeys" -> matchLabelKeys = in.texts();
          case "subGroupSize" -> subGroupSize = in.int32OrNull();
          case "minSubGroups" -> minSubGroups = in.int32OrNull();
          case "networkTopology" -> networkTopology = networkTopology(in);
          default -> in.skip();
        }
      }
    }
    return new SubGroupPolicy(
        name, labelSelector, matchLabelKeys, subGroupSize, minSubGroups, networkTopology);
  }

  static Map<String, Object> write(SubGroupPolicy policy) {
    return new FieldMap()
        .present("labelSelector", SelectorFormat.write(policy.labelSelector()))
        .texts("matchLabelKeys", policy.matchLabelKeys())
        .present("minSubGroups", policy.minSubGroups())
        .text("name", policy.name())
        .present("networkTopology", write(policy.networkTopology()))
        .present("subGroupSize", policy.subGroupSize())
        .fields();
  }

  static @Nullable NetworkTopology networkTopology(ObjectCursor in) {
    if (!in.enterObject()) {
      return null;
    }
    var mode = NetworkTopology.Mode.UNSET;
    Integer highestTierAllowed = null;
    String highestTierName = "";
    for (String field = in.nextField(); field != null; field = in.nextField()) {
      switch (field) {
        case "mode" ->
            mode = Choices.read(in, NetworkTopology.Mode.values(), NetworkTopology.Mode::text);
        case "highestTierAllowed" -> highestTierAllowed = in.int32OrNull();
        case "highestTierName" -> highestTierName = in.text();
        default -> in.skip();
      }
    }
    return new NetworkTopology(mode, highestTierAllowed, highestTierName);
  }

  /** The topology as a tree, to be written with {@link FieldMap#present} since it may be empty. */
  static @Nullable Map<String, Object> write(@Nullable NetworkTopology topology) {
    if (topology == null) {
      return null;
    }
    return new FieldMap()
        .present("highestTierAllowed", topology.highestTierAllowed())
        .text("highestTierName", topology.highestTierName())
        .text("mode", topology.mode().text())
        .fields();
  }
}
