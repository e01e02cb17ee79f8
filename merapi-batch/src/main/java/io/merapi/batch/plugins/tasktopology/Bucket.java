package io.merapi.batch.plugins.tasktopology;

import io.merapi.api.resource.MissingDimension;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.resource.Resources;
import io.merapi.api.session.Task;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Tasks of a job that should share a node: those that have one, and those that wait for one. */
final class Bucket {

  private static final double MIB = 1024 * 1024;

  private final int index;
  private final List<Task> members = new ArrayList<>();
  private final Set<Task> waiting = new HashSet<>();
  private final Map<String, Integer> roles = new HashMap<>();
  private final Map<String, Integer> nodes = new HashMap<>();
  private Resources request;
  private double size;

  Bucket(int index, ResourceDictionary dictionary) {
    this.index = index;
    this.request = Resources.none(dictionary);
  }

  /** The place of the bucket in the order in which the job's buckets were made. */
  int index() {
    return index;
  }

  /** How many tasks of each role belong here. */
  Map<String, Integer> roles() {
    return roles;
  }

  /**
   * How much those ask for that waited when they came: a thousandth of a CPU and a MiB are one
   * each.
   */
  double size() {
    return size;
  }

  /** How many tasks belong here. */
  int members() {
    return members.size();
  }

  /** How many of them wait for a node. */
  int waiting() {
    return waiting.size();
  }

  /** How many of them are on a node. */
  int on(String node) {
    return nodes.getOrDefault(node, 0);
  }

  /** The names of the nodes that some of them are on, or were. */
  Set<String> nodes() {
    return nodes.keySet();
  }

  void add(Task task) {
    members.add(task);
    roles.merge(RoleTopology.role(task), 1, Integer::sum);
    if (task.nodeName().isEmpty()) {
      waiting.add(task);
      request = request.plus(task.request());
      size += size(task.request());
    } else {
      nodes.merge(task.nodeName(), 1, Integer::sum);
    }
  }

  private static double size(Resources request) {
    double size = request.cpuMillis() + request.memoryBytes() / MIB;
    for (int i = 0; i < request.scalarCount(); i++) {
      size += request.scalarValue(i);
    }
    return size;
  }

  /** Notes that a task that waited has a node. */
  void place(Task task) {
    waiting.remove(task);
    request = request.minusAllowingNegative(task.request());
    nodes.merge(task.nodeName(), 1, Integer::sum);
  }

  /** Takes that back. */
  void takeBack(Task task) {
    nodes.merge(task.nodeName(), -1, Integer::sum);
    request = request.plus(task.request());
    waiting.add(task);
  }

  /**
   * How many tasks would wait no more if as many of them as possible went to one place, one of them
   * in any case.
   *
   * <p>Differs from upstream, which leaves tasks out at random until the others fit: the largest
   * are left out first, so that most remain.
   */
  int fitting(Task foremost, Resources room) {
    if (request.lessEqual(room, MissingDimension.ZERO)) {
      return waiting.size();
    }
    List<Task> largestFirst =
        members.stream()
            .filter(task -> !task.equals(foremost) && waiting.contains(task))
            .sorted(Comparator.comparingDouble((Task task) -> size(task.request())).reversed())
            .toList();
    int leftOut = 0;
    Resources left = request;
    while (leftOut < largestFirst.size() && !left.lessEqual(room, MissingDimension.ZERO)) {
      left = left.minusAllowingNegative(largestFirst.get(leftOut++).request());
    }
    return waiting.size() - leftOut;
  }
}
