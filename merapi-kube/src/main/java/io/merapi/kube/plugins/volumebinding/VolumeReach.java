package io.merapi.kube.plugins.volumebinding;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.meta.Labels;
import io.merapi.api.selector.CompiledNodeSelector;
import io.merapi.api.selector.NodeSelector;
import io.merapi.api.storage.CsiNode;
import io.merapi.api.storage.PersistentVolume;
import io.merapi.kube.volumes.CsiMigration;
import io.merapi.kube.volumes.MigratedPlugin;
import io.merapi.kube.volumes.VolumeTranslationException;
import org.jspecify.annotations.Nullable;

/**
 * The nodes that a volume can be reached from.
 *
 * <p>A volume of an in-tree plugin is judged by the topology of the CSI driver on nodes that say
 * that the driver has taken over, and by its own on others.
 */
final class VolumeReach {

  private final @Nullable CompiledNodeSelector nodes;
  private final @Nullable MigratedPlugin plugin;
  private final @Nullable CompiledNodeSelector migratedNodes;
  private final @Nullable String untranslatable;

  private VolumeReach(
      @Nullable CompiledNodeSelector nodes,
      @Nullable MigratedPlugin plugin,
      @Nullable CompiledNodeSelector migratedNodes,
      @Nullable String untranslatable) {
    this.nodes = nodes;
    this.plugin = plugin;
    this.migratedNodes = migratedNodes;
    this.untranslatable = untranslatable;
  }

  static VolumeReach of(PersistentVolume volume) {
    CompiledNodeSelector nodes = compiled(volume);
    MigratedPlugin plugin = MigratedPlugin.of(volume.source());
    if (plugin == null || !plugin.scheduled()) {
      return new VolumeReach(nodes, null, null, null);
    }
    try {
      return new VolumeReach(nodes, plugin, compiled(CsiMigration.translate(volume)), null);
    } catch (VolumeTranslationException e) {
      return new VolumeReach(nodes, plugin, null, "could not translate pv: " + e.getMessage());
    }
  }

  private static @Nullable CompiledNodeSelector compiled(PersistentVolume volume) {
    NodeSelector required = volume.requiredNodes();
    return required == null ? null : CompiledNodeSelector.of(required);
  }

  /**
   * Why a node cannot reach the volume, in upstream's words; null where it can.
   *
   * @throws VolumeSearchException if the driver that has taken over on the node has no such volume
   */
  @Nullable String obstacle(ClusterView cluster, String nodeName, Labels nodeLabels)
      throws VolumeSearchException {
    CompiledNodeSelector required = nodes;
    if (plugin != null && plugin.migratedOn(csiNode(cluster, nodeName))) {
      if (untranslatable != null) {
        throw new VolumeSearchException(untranslatable);
      }
      required = migratedNodes;
    }
    // Upstream hands the labels of the node alone to the selector: fields never keep a node out.
    if (required == null || required.matches(nodeLabels, "")) {
      return null;
    }
    String error = required.error();
    return error == null ? "no matching NodeSelectorTerms" : error;
  }

  private static @Nullable CsiNode csiNode(ClusterView cluster, String nodeName) {
    return (CsiNode) cluster.object(ObjectKind.CSI_NODE, nodeName);
  }
}
