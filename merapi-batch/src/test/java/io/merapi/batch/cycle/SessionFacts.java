package io.merapi.batch.cycle;

import io.merapi.api.node.NodeInfo;
import io.merapi.api.resource.Resources;
import io.merapi.api.session.HyperNodes.HyperNodeInfo;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import io.merapi.api.session.TaskStatus;
import io.merapi.batch.job.JobState;
import io.merapi.batch.job.SubJobState;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.node.NodeState;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.shares.QueueUse;
import io.merapi.batch.shares.Reservations;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Everything that can be seen of a session as it is now, one line for each thing. */
final class SessionFacts {

  private final SchedulingSession session;
  private final List<Object> facts = new ArrayList<>();

  private SessionFacts(SchedulingSession session) {
    this.session = session;
  }

  static List<Object> of(SchedulingSession session) {
    var facts = new SessionFacts(session);
    facts.cluster();
    facts.sums();
    session.jobs().forEach(facts::job);
    session.nodes().forEach(facts::node);
    session.hyperNodes().all().forEach(facts::domain);
    return facts.facts;
  }

  /** What jobs have and want in sum, as it is at the moment. */
  static List<Object> sums(SchedulingSession session) {
    var facts = new SessionFacts(session);
    facts.sums();
    return facts.facts;
  }

  private void add(Object... values) {
    List<Object> line = new ArrayList<>();
    for (Object value : values) {
      line.add(value instanceof Resources amounts ? amounts(amounts) : value);
    }
    facts.add(line);
  }

  private static String amounts(Resources amounts) {
    var text = new StringBuilder();
    text.append(amounts.cpuMillis()).append(' ').append(amounts.memoryBytes());
    text.append(' ').append(amounts.maxTasks()).append(amounts.scalarsStated() ? " stated" : "");
    for (int i = 0; i < amounts.scalarCount(); i++) {
      text.append(' ').append(amounts.dictionary().name(amounts.scalarId(i)));
      text.append('=').append(amounts.scalarValue(i));
    }
    return text.toString();
  }

  private void cluster() {
    add("total", session.totalResources(), "ready", session.hyperNodes().ready());
    session.queues().forEach(queue -> add(queue.name(), queue.queue()));
    add("shard", session.shard().divides(), names(session.shard().inTurn(session.nodes())));
    session.cluster().nodes().forEach(info -> add("seen", System.identityHashCode(info)));
    add("with affinity", infos(session.cluster().nodesWithPodAffinity()));
    add("with anti-affinity", infos(session.cluster().nodesWithRequiredPodAntiAffinity()));
  }

  private void sums() {
    QueueUse.byQueue(session)
        .forEach(
            (name, use) -> add(name, use.allocated(), use.request(), use.elastic(), use.inqueue()));
    new Reservations(session).inCluster().forEach(this::add);
  }

  private static List<List<String>> names(List<List<NodeState>> nodes) {
    return nodes.stream().map(some -> some.stream().map(NodeState::name).toList()).toList();
  }

  private static List<String> infos(List<NodeInfo> nodes) {
    return nodes.stream().map(NodeInfo::name).toList();
  }

  private void job(JobState job) {
    add(job.key(), job.podGroup(), job.queue(), job.priority(), job.phase(), job.conditions());
    add(job.minResources(), job.allocated(), job.totalRequest(), job.minDevices());
    add(job.heldAtOpening(), job.validTasks(), job.readyTasks(), job.pendingBestEffortTasks());
    add(job.outstandingMinResources(), job.elasticResources(), job.fitError(), job.unfitTasks());
    add(Objects.toString(job.networkTopology()), job.allocatedHyperNode(), job.minSubJobs());
    add(job.roleSurplus(), job.rolesValid(), job.rolesReady(), job.rolesPipelined());
    add(job.subJobsValid(), job.subJobsReady(), job.subJobsPipelined(), job.rolesStarving());
    for (TaskStatus status : TaskStatus.values()) {
      add(status, job.tasks(status).stream().map(TaskState::key).toList());
    }
    job.tasks().forEach(this::task);
    job.subJobs().forEach(this::subJob);
    add("session finds it", session.job(job.key()) == job);
  }

  private void subJob(SubJobState part) {
    add(part.uid(), part.groupUid(), part.minAvailable(), part.matchIndex(), part.priority());
    add(Objects.toString(part.networkTopology()), part.allocatedHyperNode());
    add(part.nominatedHyperNode(), part.pendingRequest(), part.ready(), part.pipelined());
    for (TaskStatus status : TaskStatus.values()) {
      add(status, part.count(status), part.tasks(status).stream().map(TaskState::key).toList());
    }
    part.tasks().forEach(this::task);
  }

  private void task(Task task) {
    add(task.key(), task.status(), task.nodeName(), System.identityHashCode(task.info()));
    add(task.request(), task.claimedDevices(), task.role(), task.priority(), task.bestEffort());
    add(Objects.toString(task.lastTransaction()), task.evictionOccurred());
    add(((TaskState) task).nominatedNodeName(), task.jobAllocatedHyperNode());
    var job = task.job();
    add(job == null ? "no job" : job.key(), job == null || session.job(job.key()) == job);
  }

  private void node(NodeState node) {
    add(node.name(), node.index(), System.identityHashCode(node.info()), node.usage());
    add(node.allocatable(), node.capacity(), node.oversubscription(), node.revocableZone());
    add(node.idle(), node.used(), node.releasing(), node.pipelined(), node.devices().size());
    add("session finds it", session.node(node.name()) == node);
    node.tasks().forEach(this::task);
  }

  private void domain(HyperNodeInfo domain) {
    add(domain.name(), domain.tier(), domain.parent(), domain.children());
    add(domain.nodes().stream().map(SessionNode::name).toList());
    add("of this session", domain.nodes().stream().allMatch(this::isOurs));
  }

  private boolean isOurs(SessionNode node) {
    return session.node(node.name()) == node;
  }
}
