package io.merapi.config.objects;

import io.merapi.api.storage.VolumeSource;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The source of a volume, a field of its spec whose name is the kind of the source. */
final class VolumeSourceFormat {

  private VolumeSourceFormat() {}

  /**
   * Reads the value of a field that may be a source.
   *
   * @param absent the answer where the field is no source that scheduling reads, or is null
   */
  static VolumeSource read(String field, ObjectCursor in, VolumeSource absent) {
    return switch (field) {
      case "csi" ->
          source(in, absent, of -> new VolumeSource.Csi(of.get("driver"), of.get("volumeHandle")));
      case "awsElasticBlockStore" ->
          source(in, absent, of -> new VolumeSource.AwsElasticBlockStore(of.get("volumeID")));
      case "gcePersistentDisk" ->
          source(in, absent, of -> new VolumeSource.GcePersistentDisk(of.get("pdName")));
      case "azureDisk" ->
          source(
              in,
              absent,
              of ->
                  new VolumeSource.AzureDisk(
                      of.get("diskName"), of.get("diskURI"), of.getOrNull("kind")));
      case "azureFile" ->
          source(
              in,
              absent,
              of ->
                  new VolumeSource.AzureFile(
                      of.get("secretName"), of.getOrNull("secretNamespace"), of.get("shareName")));
      case "cinder" -> source(in, absent, of -> new VolumeSource.Cinder(of.get("volumeID")));
      case "vsphereVolume" ->
          source(in, absent, of -> new VolumeSource.VsphereVolume(of.get("volumePath")));
      case "portworxVolume" ->
          source(in, absent, of -> new VolumeSource.PortworxVolume(of.get("volumeID")));
      default -> {
        in.skip();
        yield absent;
      }
    };
  }

  private static VolumeSource source(
      ObjectCursor in, VolumeSource absent, Function<Texts, VolumeSource> maker) {
    return in.enterObject() ? maker.apply(new Texts(in)) : absent;
  }

  /** Adds the source to the spec that is being written. */
  static void write(VolumeSource source, FieldMap spec) {
    switch (source) {
      case VolumeSource.Csi(var driver, var handle) ->
          spec.present(
              "csi", new FieldMap().text("driver", driver).text("volumeHandle", handle).fields());
      case VolumeSource.AwsElasticBlockStore(var id) ->
          spec.present("awsElasticBlockStore", new FieldMap().text("volumeID", id).fields());
      case VolumeSource.GcePersistentDisk(var name) ->
          spec.present("gcePersistentDisk", new FieldMap().text("pdName", name).fields());
      case VolumeSource.AzureDisk(var name, var uri, var kind) ->
          spec.present(
              "azureDisk",
              new FieldMap()
                  .text("diskName", name)
                  .text("diskURI", uri)
                  .present("kind", kind)
                  .fields());
      case VolumeSource.AzureFile(var secret, var namespace, var share) ->
          spec.present(
              "azureFile",
              new FieldMap()
                  .text("secretName", secret)
                  .present("secretNamespace", namespace)
                  .text("shareName", share)
                  .fields());
      case VolumeSource.Cinder(var id) ->
          spec.present("cinder", new FieldMap().text("volumeID", id).fields());
      case VolumeSource.VsphereVolume(var path) ->
          spec.present("vsphereVolume", new FieldMap().text("volumePath", path).fields());
      case VolumeSource.PortworxVolume(var id) ->
          spec.present("portworxVolume", new FieldMap().text("volumeID", id).fields());
      case VolumeSource.Other() -> {}
    }
  }

  /** The fields of a source that scheduling reads; all of them are texts. */
  private static final class Texts {
    private final Map<String, String> values = new HashMap<>();

    Texts(ObjectCursor in) {
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "driver",
              "volumeHandle",
              "volumeID",
              "pdName",
              "diskName",
              "diskURI",
              "kind",
              "secretName",
              "secretNamespace",
              "shareName",
              "volumePath" -> {
            String text = in.textOrNull();
            if (text != null) {
              values.put(field, text);
            }
          }
          default -> in.skip();
        }
      }
    }

    String get(String field) {
      return values.getOrDefault(field, "");
    }

    @Nullable String getOrNull(String field) {
      return values.get(field);
    }
  }
}
