package io.merapi.config.objects;

import io.merapi.api.device.Allocation;
import io.merapi.api.device.DeviceConfiguration;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What drivers are told about devices, in classes, claims and allocations. */
final class DeviceConfigurationFormat {

  private DeviceConfigurationFormat() {}

  static DeviceConfiguration read(ObjectCursor in) {
    return readWithSource(in).told();
  }

  /** Reads a configuration that also says where it comes from. */
  static Allocation.Configuration readWithSource(ObjectCursor in) {
    String source = "";
    List<String> requests = List.of();
    String driver = "";
    String parameters = "";
    if (in.enterObject()) {
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "source" -> source = in.text();
          case "requests" -> requests = in.texts();
          case "opaque" -> {
            if (in.enterObject()) {
              for (String name = in.nextField(); name != null; name = in.nextField()) {
                switch (name) {
                  case "driver" -> driver = in.text();
                  case "parameters" -> parameters = in.json();
                  default -> in.skip();
                }
              }
            }
          }
          default -> in.skip();
        }
      }
    }
    return new Allocation.Configuration(
        source, new DeviceConfiguration(requests, driver, parameters));
  }

  static Map<String, Object> write(DeviceConfiguration told) {
    return write("", told);
  }

  static Map<String, Object> write(Allocation.Configuration configuration) {
    return write(configuration.source(), configuration.told());
  }

  private static Map<String, Object> write(String source, DeviceConfiguration told) {
    var opaque = new FieldMap().text("driver", told.driver());
    if (!told.parameters().isEmpty()) {
      opaque.present("parameters", Objects.requireNonNull(tree(told.parameters())));
    }
    return new FieldMap()
        .map("opaque", opaque.fields())
        .texts("requests", told.requests())
        .text("source", source)
        .fields();
  }

  private static Object tree(String json) {
    var tokens = new JsonTokens("", json);
    tokens.next();
    return Objects.requireNonNull(TokenTree.read(tokens));
  }
}
