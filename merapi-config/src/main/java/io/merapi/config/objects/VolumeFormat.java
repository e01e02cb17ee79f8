package io.merapi.config.objects;

import io.merapi.api.meta.Labels;
import io.merapi.api.pod.Volume;
import io.merapi.api.storage.ClaimTemplate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code volumes} of a pod, as far as scheduling reads their sources. */
final class VolumeFormat {

  private static final ClaimTemplate NO_TEMPLATE =
      new ClaimTemplate(Labels.EMPTY, Labels.EMPTY, ClaimSpecFormat.ABSENT);

  private VolumeFormat() {}

  static List<Volume> readAll(ObjectCursor in) {
    if (!in.enterList()) {
      return List.of();
    }
    var volumes = new ArrayList<Volume>();
    while (in.nextItem()) {
      Volume volume = read(in);
      if (volume != null) {
        volumes.add(volume);
      }
    }
    return volumes;
  }

  private static @Nullable Volume read(ObjectCursor in) {
    String name = "";
    Volume.@Nullable Source source = null;
    if (in.enterObject()) {
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "name" -> name = in.text();
          case "persistentVolumeClaim",
              "ephemeral",
              "csi",
              "awsElasticBlockStore",
              "gcePersistentDisk",
              "iscsi",
              "rbd",
              "azureDisk",
              "azureFile",
              "cinder",
              "vsphereVolume",
              "portworxVolume",
              "image" -> {
            if (!in.isNull()) {
              source = readSource(field, in);
            }
          }
          default -> in.skip();
        }
      }
    }
    return source == null ? null : new Volume(name, source);
  }

  private static Volume.Source readSource(String type, ObjectCursor in) {
    // Sources share most of their fields, so one pass serves them all; a source that is given a
    // field of another simply does not take it up.
    boolean readOnly = false;
    String id = "";
    String iqn = "";
    String secret = "";
    @Nullable String diskKind = null;
    int lun = 0;
    String pool = "";
    List<String> monitors = List.of();
    ClaimTemplate template = NO_TEMPLATE;
    String idField = idField(type);
    in.enterObject();
    for (String field = in.nextField(); field != null; field = in.nextField()) {
      if (field.equals(idField)) {
        id = in.text();
        continue;
      }
      switch (field) {
        case "readOnly" -> readOnly = in.flag();
        case "kind" -> diskKind = in.textOrNull();
        case "secretName" -> secret = in.text();
        case "iqn" -> iqn = in.text();
        case "lun" -> lun = in.int32();
        case "pool" -> pool = in.text();
        case "monitors" -> monitors = in.texts();
        case "volumeClaimTemplate" -> template = ClaimSpecFormat.readTemplate(in);
        default -> in.skip();
      }
    }
    return switch (type) {
      case "persistentVolumeClaim" -> new Volume.Claim(id, readOnly);
      case "ephemeral" -> new Volume.Ephemeral(template);
      case "csi" -> new Volume.InlineCsi(id);
      case "awsElasticBlockStore" -> new Volume.AwsElasticBlockStore(id, readOnly);
      case "gcePersistentDisk" -> new Volume.GcePersistentDisk(id, readOnly);
      case "iscsi" -> new Volume.Iscsi(id, iqn, lun, readOnly);
      case "rbd" -> new Volume.Rbd(monitors, pool, id, readOnly);
      case "azureDisk" -> new Volume.AzureDisk(id, diskKind, readOnly);
      case "azureFile" -> new Volume.AzureFile(secret, id, readOnly);
      case "cinder" -> new Volume.Cinder(id, readOnly);
      case "vsphereVolume" -> new Volume.VsphereVolume(id);
      case "portworxVolume" -> new Volume.PortworxVolume(id, readOnly);
      case "image" -> new Volume.Image(id);
      default -> throw new IllegalArgumentException("no source of volumes is called " + type);
    };
  }

  /** The field that names what the source refers to. */
  private static String idField(String type) {
    return switch (type) {
      case "persistentVolumeClaim" -> "claimName";
      case "csi" -> "driver";
      case "gcePersistentDisk" -> "pdName";
      case "iscsi" -> "targetPortal";
      case "rbd" -> "image";
      case "azureDisk" -> "diskURI";
      case "azureFile" -> "shareName";
      case "vsphereVolume" -> "volumePath";
      case "image" -> "reference";
      default -> "volumeID";
    };
  }

  static Map<String, Object> write(Volume volume) {
    var fields = new FieldMap();
    switch (volume.source()) {
      case Volume.Claim(String claimName, boolean readOnly) ->
          fields.present("persistentVolumeClaim", named("claimName", claimName, readOnly));
      case Volume.Ephemeral(ClaimTemplate template) ->
          fields.present(
              "ephemeral",
              new FieldMap().map("volumeClaimTemplate", ClaimSpecFormat.write(template)).fields());
      case Volume.InlineCsi(String driver) -> fields.present("csi", named("driver", driver, false));
      case Volume.AwsElasticBlockStore(String volumeId, boolean readOnly) ->
          fields.present("awsElasticBlockStore", named("volumeID", volumeId, readOnly));
      case Volume.GcePersistentDisk(String pdName, boolean readOnly) ->
          fields.present("gcePersistentDisk", named("pdName", pdName, readOnly));
      case Volume.Iscsi(String targetPortal, String iqn, int lun, boolean readOnly) ->
          fields.present(
              "iscsi",
              new FieldMap()
                  .text("iqn", iqn)
                  .number("lun", lun)
                  .flag("readOnly", readOnly)
                  .text("targetPortal", targetPortal)
                  .fields());
      case Volume.Rbd(List<String> monitors, String pool, String image, boolean readOnly) ->
          fields.present(
              "rbd",
              new FieldMap()
                  .text("image", image)
                  .texts("monitors", monitors)
                  .text("pool", pool)
                  .flag("readOnly", readOnly)
                  .fields());
      case Volume.AzureDisk(var diskUri, var diskKind, var readOnly) ->
          fields.present(
              "azureDisk",
              new FieldMap()
                  .text("diskURI", diskUri)
                  .present("kind", diskKind)
                  .flag("readOnly", readOnly)
                  .fields());
      case Volume.AzureFile(String secretName, String shareName, boolean readOnly) ->
          fields.present(
              "azureFile",
              new FieldMap()
                  .flag("readOnly", readOnly)
                  .text("secretName", secretName)
                  .text("shareName", shareName)
                  .fields());
      case Volume.Cinder(String volumeId, boolean readOnly) ->
          fields.present("cinder", named("volumeID", volumeId, readOnly));
      case Volume.VsphereVolume(String volumePath) ->
          fields.present("vsphereVolume", named("volumePath", volumePath, false));
      case Volume.PortworxVolume(String volumeId, boolean readOnly) ->
          fields.present("portworxVolume", named("volumeID", volumeId, readOnly));
      case Volume.Image(String reference) ->
          fields.present("image", named("reference", reference, false));
    }
    return fields.text("name", volume.name()).fields();
  }

  private static Map<String, Object> named(String field, String id, boolean readOnly) {
    return new FieldMap().text(field, id).flag("readOnly", readOnly).fields();
  }
}
