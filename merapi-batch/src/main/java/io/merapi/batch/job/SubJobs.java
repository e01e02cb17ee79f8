package io.merapi.batch.job;

import io.merapi.api.batch.NetworkTopology;
import io.merapi.api.batch.SubGroupPolicy;
import io.merapi.api.meta.Labels;
import io.merapi.api.selector.CompiledSelector;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a job, made by its policies: a pod belongs to the part named by the first policy
 * that matches it, and else to a part of the job's own name.
 */
final class SubJobs {

  /** Longer values are replaced by a hash, as they become part of names. */
  private static final int LONGEST_VALUES = 128;

  /** What upstream spells hashes with: no vowels, so that no words come out. */
  private static final String SAFE_LETTERS = "bcdfghjklmnpqrstvwxz2456789";

  private final JobState job;
  private final List<Policy> policies = new ArrayList<>();
  private final Map<String, Integer> minimums = new LinkedHashMap<>();
  private final Map<String, SubJobState> parts = new LinkedHashMap<>();

  SubJobs(JobState job) {
    this.job = job;
    for (SubGroupPolicy policy : job.podGroup().subGroupPolicies()) {
      policies.add(
          new Policy(
              policy,
              policy.labelSelector() == null
                  ? CompiledSelector.EVERYTHING
                  : CompiledSelector.of(policy.labelSelector())));
      Integer minimum = policy.minSubGroups();
      minimums.put(groupUid(policy), minimum == null ? 0 : minimum);
    }
  }

  /** Puts a task, once and for all, into its part. */
  void join(TaskState task) {
    partOf(task).join(task);
  }

  private SubJobState partOf(TaskState task) {
    Labels labels = task.pod().meta().labels();
    for (int i = 0; i < policies.size(); i++) {
      Policy policy = policies.get(i);
      List<String> values = policy.matchedValues(labels);
      if (!values.isEmpty()) {
        String uid = groupUid(policy.spec) + "-" + joined(values);
        return parts.computeIfAbsent(uid, _ -> part(policy.spec, uid, values.getFirst()));
      }
    }
    SubJobState rest = parts.get(job.key());
    if (rest == null) {
      rest = defaultPart();
      parts.put(job.key(), rest);
    }
    return rest;
  }

  private SubJobState part(SubGroupPolicy policy, String uid, String firstValue) {
    Integer size = policy.subGroupSize();
    return new SubJobState(
        job,
        groupUid(policy),
        uid,
        size == null ? 1 : size,
        number(firstValue),
        policy.networkTopology());
  }

  private SubJobState defaultPart() {
    @Nullable NetworkTopology topology = job.podGroup().networkTopology();
    int minimum = policies.isEmpty() ? job.minAvailable() : 1;
    return new SubJobState(job, job.key(), job.key(), minimum, 0, topology);
  }

  private String groupUid(SubGroupPolicy policy) {
    return job.key() + "/" + policy.name();
  }

  private static int number(String value) {
    try {
      return Integer.parseInt(value);
    } catch (NumberFormatException _) {
      return 0;
    }
  }

  private static String joined(List<String> values) {
    String joined = String.join("-", values);
    return joined.length() > LONGEST_VALUES ? hash(joined) : joined;
  }

  /** Upstream's hash: FNV-1a in 32 bits, its decimal digits spelled with safe letters. */
  private static String hash(String text) {
    int hash = 0x811c9dc5;
    for (byte next : text.getBytes(java.nio.charset.StandardCharsets.UTF_8)) {
      hash = (hash ^ (next & 0xff)) * 0x01000193;
    }
    var spelled = new StringBuilder();
    for (char digit : Integer.toUnsignedString(hash).toCharArray()) {
      spelled.append(SAFE_LETTERS.charAt(digit % SAFE_LETTERS.length()));
    }
    return spelled.toString();
  }

  SubJobState of(TaskState task) {
    SubJobState part = task.subJob();
    if (part == null || part.job() != job) {
      throw new IllegalArgumentException(
          "task (%s) is not of job (%s)".formatted(task.key(), job.key()));
    }
    return part;
  }

  @Nullable SubJobState named(String uid) {
    return parts.get(uid);
  }

  Collection<SubJobState> all() {
    return Collections.unmodifiableCollection(parts.values());
  }

  Map<String, Integer> minimums() {
    return Collections.unmodifiableMap(minimums);
  }

  /** Whether of each policy at least its minimum of parts meets a condition. */
  boolean enough(Predicate<SubJobState> condition) {
    if (minimums.isEmpty()) {
      return true;
    }
    for (Map.Entry<String, Integer> minimum : minimums.entrySet()) {
      int met = 0;
      for (SubJobState part : parts.values()) {
        met += part.groupUid().equals(minimum.getKey()) && condition.test(part) ? 1 : 0;
      }
      if (met < minimum.getValue()) {
        return false;
      }
    }
    return true;
  }

  private record Policy(SubGroupPolicy spec, CompiledSelector selector) {

    /** The values of the labels that the policy divides by; none where it does not match. */
    List<String> matchedValues(Labels labels) {
      if (!selector.matches(labels)) {
        return List.of();
      }
      var values = new ArrayList<String>();
      for (String key : spec.matchLabelKeys()) {
        String value = labels.getOrDefault(key, "");
        if (value.isEmpty()) {
          return List.of();
        }
        values.add(value);
      }
      return values;
    }
  }
}
