package io.merapi.batch.devices.hami;

import io.merapi.api.batch.DeviceKeys;
import io.merapi.batch.devices.ContainerRequest;
import io.merapi.batch.devices.DocumentFields;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the configuration of devices says of virtual NPUs; the part {@code vnpus} of {@code
 * device-config.yaml}.
 *
 * @param softwareSharing whether nodes cut cards by software unless they say otherwise
 * @param models of cards, each a family of its own
 */
public record HamiSettings(boolean softwareSharing, List<Model> models) {

  public static final HamiSettings DEFAULTS =
      new HamiSettings(
          false,
          List.of(
              new Model(
                  "Ascend310P",
                  "huawei.com/Ascend310P",
                  "huawei.com/Ascend310P-memory",
                  21527,
                  24576,
                  List.of(
                      new Template("vir01", 3072),
                      new Template("vir02", 6144),
                      new Template("vir04", 12288)))));

  public HamiSettings {
    models = List.copyOf(models);
  }

  /** What the part {@code vnpus} says: an object, or only the list of models. */
  public static HamiSettings of(@Nullable Object vnpus) {
    if (vnpus instanceof List<?>) {
      return new HamiSettings(false, models(DocumentFields.objects(vnpus)));
    }
    DocumentFields fields = DocumentFields.of(vnpus);
    return new HamiSettings(fields.flag("hamiVnpuCore"), models(fields.objects("configs")));
  }

  private static List<Model> models(List<DocumentFields> configs) {
    return configs.stream().map(Model::of).toList();
  }

  /**
   * A model of cards.
   *
   * @param name the family, such as {@code Ascend910B3}; keys of annotations hold it
   * @param resource by which pods ask for a number of cards
   * @param memoryResource by which they ask for memory of each
   * @param allocatable the memory of a whole card that pods can use
   * @param capacity the memory of a whole card
   * @param templates the sizes that parts can have, smallest first
   */
  public record Model(
      String name,
      String resource,
      String memoryResource,
      long allocatable,
      long capacity,
      List<Template> templates) {

    public Model {
      templates = templates.stream().sorted(Comparator.comparingLong(Template::memory)).toList();
    }

    private static Model of(DocumentFields fields) {
      return new Model(
          fields.text("commonWord"),
          fields.text("resourceName"),
          fields.text("resourceMemoryName"),
          fields.whole("memoryAllocatable"),
          fields.whole("memoryCapacity"),
          fields.objects("templates").stream()
              .map(one -> new Template(one.text("name"), one.whole("memory")))
              .toList());
    }

    /** The resource by which pods ask for cores of each card. */
    String coreResource() {
      return resource + "-core";
    }

    ContainerRequest.Names names() {
      return new ContainerRequest.Names(resource, memoryResource, "", coreResource());
    }

    /** Pod annotation: the cards that the device plugin has still to hand out. */
    String toAllocate() {
      return "%s/%s-devices-to-allocate".formatted(DeviceKeys.HAMI_PREFIX, name);
    }

    /** Pod annotation: the cards given to each container. */
    String allocated() {
      return "%s/%s-devices-allocated".formatted(DeviceKeys.HAMI_PREFIX, name);
    }

    /** Pod annotation: the cards and templates for whoever starts the container. */
    String runtime() {
      return "huawei.com/" + name;
    }

    /** Node annotation: the cards of the node. */
    String register() {
      return "%s/node-register-%s".formatted(DeviceKeys.HAMI_PREFIX, name);
    }

    /** The smallest part with that much memory; all of a card where no template is large enough. */
    Template part(long memory) {
      for (Template template : templates) {
        if (memory <= template.memory) {
          return template;
        }
      }
      return new Template("", memory <= capacity ? allocatable : 0);
    }
  }

  /**
   * A size that parts of a card can have.
   *
   * @param name empty for a whole card
   */
  public record Template(String name, long memory) {}
}
