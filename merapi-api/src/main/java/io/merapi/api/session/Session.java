package io.merapi.api.session;

import io.merapi.api.batch.PodGroup;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.fixes.Fixes;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.CycleKey;
import io.merapi.api.framework.CycleState;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.resource.ResourceList;
import io.merapi.api.resource.Resources;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One round of batch scheduling, as a plugin sees it.
 *
 * <p>Collections have a defined order that stays the same for the whole session: jobs, queues and
 * tasks by creation time and then by identity, nodes in the order of the cluster's list.
 */
public interface Session {

  /** A new name for each session; conditions carry it. */
  String uid();

  /** Jobs whose queue exists, in order of creation. */
  Collection<? extends Job> jobs();

  /**
   * The jobs of which there may be something to tell when the session closes, in order of creation.
   * Any other is as the last session left it, with all its tasks on nodes or ended, and nothing was
   * to be told of it then.
   */
  Collection<? extends Job> unsettledJobs();

  /** Jobs with tasks that claim devices, in order of creation. */
  Collection<? extends Job> claimingJobs();

  /** A job by {@code namespace/podgroup}; null where it is not in this session. */
  @Nullable Job job(String key);

  /** Nodes in the order of the cluster's list. */
  List<? extends SessionNode> nodes();

  /** A node by its name; null where it is not in this session. */
  @Nullable SessionNode node(String name);

  /** Queues in order of creation. */
  Collection<QueueInfo> queues();

  /** A queue by its name; null where there is none. */
  @Nullable QueueInfo queue(String name);

  /** Queues with jobs, in the order of the first job of each. */
  List<QueueInfo> queuesWithJobs();

  /**
   * Adds up an amount of jobs by the names of their queues; queues without jobs are not there. Sums
   * are kept from session to session, so that this costs what has changed.
   *
   * <p>Exact, in whatever order jobs come and go: amounts that are not whole numbers are added up
   * every time, and sums of whole numbers have no error as long as they, in units of the greatest
   * power of two that divides all amounts, are below 2 to the power of 53.
   *
   * @param name of the sum, not used for any other
   * @param amount depends on nothing but the job, its phase and its tasks: neither on conditions
   *     nor on what was found to stand against tasks, nor on the clock
   */
  Map<String, Resources> sumByQueue(String name, Function<Job, Resources> amount);

  HyperNodes hyperNodes();

  /**
   * The amounts of a list, as sessions compute with them; upstream's {@code NewResource}. Devices
   * that plugins of the scheduler account for themselves are left out.
   */
  Resources amounts(ResourceList list);

  /** What all nodes of the session have in sum. */
  Resources totalResources();

  /** What tasks used on all nodes in sum when the session was opened. */
  Resources usedResources();

  /**
   * The cluster as kube plugins see it: the nodes of the session, with the pods that were moved so
   * far while the predicates plugin is on; all else as it was when the session was opened.
   */
  ClusterView cluster();

  ResourceDictionary resources();

  FeatureGates gates();

  Fixes fixes();

  InstantSource clock();

  /** When this session looked at jobs for their admission; null where it has not. */
  @Nullable Instant jobsConsideredAt();

  /**
   * How much time passes between two measurements of load; what started later than that is not in
   * {@link SessionNode#usage} yet.
   */
  Duration usageInterval();

  /**
   * A place in the cycle states for this plugin alone; to be asked for in the plugin's constructor.
   *
   * @throws IllegalStateException once the session is open
   */
  <T> CycleKey<T> cycleKey(String name, Class<T> type);

  /** What plugins keep for a task from one extension point to the next. */
  CycleState cycleState(Task task);

  /**
   * Whether some plugin that divides the cluster among queues says that a job's queue would stay
   * within what it deserves if the job were admitted.
   */
  boolean entitled(Job job);

  /**
   * Which of two victims goes first, where both would make room for a task: those of other queues
   * by the victim order of queues, those of other jobs by the reverse order of jobs, and those of
   * one job by the reverse order of its tasks. Upstream's {@code BuildVictimsPriorityQueue}.
   */
  BiPredicate<Task, Task> victimOrder(Task preemptor);

  /** Sets a condition of a job's PodGroup, in the place of one of the same type. */
  void setCondition(Job job, PodGroup.Condition condition);

  /**
   * Tells users something about a job, as an event on its PodGroup.
   *
   * @param type {@code Normal} or {@code Warning}
   */
  void report(Job job, String type, String reason, String message);
}
