package io.merapi.batch.cycle;

import io.merapi.api.cluster.ConfigMap;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.fixes.Fix;
import io.merapi.api.fixes.Fixes;
import io.merapi.batch.configuration.BatchConfiguration;
import io.merapi.batch.devices.DeviceFamilies;
import io.merapi.batch.devices.DeviceSettings;
import io.merapi.batch.devices.DocumentReader;
import io.merapi.batch.devices.gpushare.SharedGpus;
import io.merapi.batch.devices.hami.AscendNpus;
import io.merapi.batch.devices.mindcluster.NodeReports;
import io.merapi.batch.devices.vgpu.VirtualGpus;
import io.merapi.batch.plugins.deviceshare.DeviceShare;
import io.merapi.batch.plugins.deviceshare.DeviceShareArgs;
import io.merapi.batch.tier.PluginOption;
import io.merapi.batch.tier.PluginSwitch;
import io.merapi.kube.state.Snapshot;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Which devices the scheduler divides itself, by what the plugin {@code deviceshare} is told and by
 * what ConfigMaps say.
 */
final class DividedDevices {

  /** Null where the plugin is not configured; where it is several times, the last one decides. */
  private final @Nullable PluginOption plugin;

  private final boolean exact;
  private final DocumentReader documents;

  DividedDevices(BatchConfiguration configuration, Fixes fixes, DocumentReader documents) {
    this.plugin =
        configuration
            .plugins()
            .filter(option -> option.name().equals(DeviceShare.NAME))
            .reduce((_, later) -> later)
            .orElse(null);
    this.exact = fixes.has(Fix.EXACT_DEVICE_ARITHMETIC);
    this.documents = new RememberingReader(documents);
  }

  /** The families that are switched on. */
  DeviceFamilies of(Snapshot snapshot) {
    return plugin == null ? DeviceFamilies.NONE : families(plugin, snapshot);
  }

  private DeviceFamilies families(PluginOption option, Snapshot snapshot) {
    DeviceShareArgs args = option.arguments(DeviceShareArgs.class);
    DeviceSettings settings =
        args.vgpu() || args.ascendHamiVnpu() ? settings(args, snapshot) : DeviceSettings.DEFAULTS;
    return new DeviceFamilies(
        gpus(args),
        args.vgpu()
            ? new VirtualGpus.Options(
                settings.vgpu(),
                args.schedulePolicy(),
                args.nodeLock(),
                option.on().contains(PluginSwitch.PREDICATE),
                exact)
            : null,
        args.ascendMindClusterVnpu()
            ? new DeviceFamilies.MindCluster(reports(snapshot), exact)
            : null,
        args.ascendHamiVnpu()
            ? new DeviceFamilies.Hami(
                new AscendNpus.Options(settings.hami(), args.nodeLock(), exact), documents)
            : null);
  }

  private static DeviceFamilies.@Nullable Gpus gpus(DeviceShareArgs args) {
    if (args.gpuSharing()) {
      return new DeviceFamilies.Gpus(SharedGpus.Mode.MEMORY, args.nodeLock());
    }
    return args.gpuNumber()
        ? new DeviceFamilies.Gpus(SharedGpus.Mode.NUMBER, args.nodeLock())
        : null;
  }

  private DeviceSettings settings(DeviceShareArgs args, Snapshot snapshot) {
    String key = args.geometriesNamespace() + "/" + args.geometriesConfigMap();
    return snapshot.objects(ObjectKind.CONFIG_MAP).get(key) instanceof ConfigMap map
        ? DeviceSettings.of(documents.read(map.data().getOrDefault(DeviceSettings.FILE, "")))
        : DeviceSettings.DEFAULTS;
  }

  private NodeReports reports(Snapshot snapshot) {
    var maps = new ArrayList<ConfigMap>();
    snapshot.objects(ObjectKind.CONFIG_MAP).forEachValue(object -> maps.add((ConfigMap) object));
    return NodeReports.of(maps, documents);
  }
}
