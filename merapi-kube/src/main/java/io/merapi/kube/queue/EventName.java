package io.merapi.kube.queue;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.framework.ClusterAction;
import io.merapi.api.framework.ObjectChange;
import io.merapi.api.pod.Pod;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** Upstream's words for what happens to pods that wait, which its metrics carry. */
final class EventName {

  static final String ATTEMPT_FAILED = "ScheduleAttemptFailure";
  static final String BACKOFF_OVER = "BackoffComplete";
  static final String POPPED_EARLY = "PopFromBackoffQ";
  static final String ACTIVATED = "ForceActivate";
  static final String TIMED_OUT = "UnschedulableTimeout";
  static final String POD_CAME = "UnschedulablePodAdd";
  static final String POD_CHANGED = "UnschedulablePodUpdate";

  private static final String PLAIN_UPDATE = "Update";

  private static final Map<ClusterAction, String> ACTIONS = new EnumMap<>(ClusterAction.class);

  private static final Map<ObjectKind, Map<ClusterAction, String>> NAMES =
      new EnumMap<>(ObjectKind.class);

  private static final Map<ClusterAction, String> WAITING_POD;

  static {
    for (ClusterAction action : ClusterAction.values()) {
      ACTIONS.put(
          action, action == ClusterAction.UPDATE_OBJECT ? PLAIN_UPDATE : camelCase(action.name()));
    }
    for (ObjectKind kind : ObjectKind.values()) {
      NAMES.put(kind, names(resource(kind)));
    }
    WAITING_POD = names("UnschedulablePod");
  }

  private EventName() {}

  /** The name of a change. */
  static String of(ClusterAction action, ObjectChange change) {
    Map<ClusterAction, String> names =
        change.latest() instanceof Pod pod && !pod.assigned()
            ? WAITING_POD
            : Objects.requireNonNull(NAMES.get(change.kind()));
    return Objects.requireNonNull(names.get(action));
  }

  /** The name of what happened while a pod was tried. */
  static String of(InFlight.Event event) {
    return switch (event) {
      case InFlight.Event.Changed(var action, var change) -> of(action, change);
      case InFlight.Event.Activated _ -> ACTIVATED;
      case InFlight.Event.EveryoneActivated _ -> TIMED_OUT;
    };
  }

  private static Map<ClusterAction, String> names(String resource) {
    var names = new EnumMap<ClusterAction, String>(ClusterAction.class);
    ACTIONS.forEach((action, name) -> names.put(action, resource + name));
    return names;
  }

  private static String resource(ObjectKind kind) {
    if (kind == ObjectKind.POD) {
      return "AssignedPod";
    }
    return kind.group().isEmpty() ? kind.kindName() : kind.group() + "/" + kind.kindName();
  }

  private static String camelCase(String constant) {
    return Arrays.stream(constant.split("_"))
        .map(word -> word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT))
        .collect(Collectors.joining());
  }
}
