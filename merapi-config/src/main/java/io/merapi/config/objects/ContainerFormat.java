package io.merapi.config.objects;

import io.merapi.api.pod.Container;
import io.merapi.api.pod.ContainerPort;
import io.merapi.api.pod.ResourceRequirements;
import java.util.List;
import java.util.Map;

/** A container or init container of a pod. */
final class ContainerFormat {

  private static final String RESTART_ALL = "RestartAllContainers";

  private ContainerFormat() {}

  static Container read(ObjectCursor in) {
    String name = "";
    String image = "";
    ResourceRequirements resources = ResourceRequirements.NONE;
    List<ContainerPort> ports = List.of();
    String restartPolicy = "";
    boolean restartsAllContainers = false;
    if (in.enterObject()) {
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "name" -> name = in.sharedText();
          case "image" -> image = in.sharedText();
          case "resources" -> resources = ResourcesFormat.read(in);
          case "ports" -> ports = in.list(ContainerFormat::readPort);
          case "restartPolicy" -> restartPolicy = in.sharedText();
          case "restartPolicyRules" ->
              restartsAllContainers =
                  in.list(ContainerFormat::readRuleAction).contains(RESTART_ALL);
          default -> in.skip();
        }
      }
    }
    return new Container(name, image, resources, ports, restartPolicy, restartsAllContainers);
  }

  static Map<String, Object> write(Container container) {
    List<String> ruleActions = container.restartsAllContainers() ? List.of(RESTART_ALL) : List.of();
    return new FieldMap()
        .text("image", container.image())
        .text("name", container.name())
        .list("ports", container.ports(), ContainerFormat::write)
        .map("resources", ResourcesFormat.write(container.resources()))
        .text("restartPolicy", container.restartPolicy())
        .list("restartPolicyRules", ruleActions, action -> Map.of("action", action))
        .fields();
  }

  private static ContainerPort readPort(ObjectCursor in) {
    int containerPort = 0;
    int hostPort = 0;
    String protocol = "";
    String hostIp = "";
    if (in.enterObject()) {
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "containerPort" -> containerPort = in.int32();
          case "hostPort" -> hostPort = in.int32();
          case "protocol" -> protocol = in.sharedText();
          case "hostIP" -> hostIp = in.sharedText();
          default -> in.skip();
        }
      }
    }
    return new ContainerPort(containerPort, hostPort, protocol, hostIp);
  }

  private static Map<String, Object> write(ContainerPort port) {
    return new FieldMap()
        .number("containerPort", port.containerPort())
        .text("hostIP", port.hostIp())
        .number("hostPort", port.hostPort())
        .text("protocol", port.protocol())
        .fields();
  }

  private static String readRuleAction(ObjectCursor in) {
    String action = "";
    if (in.enterObject()) {
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "action" -> action = in.text();
          default -> in.skip();
        }
      }
    }
    return action;
  }
}
