package io.merapi.api.session;

import io.merapi.api.batch.NetworkTopology;
import io.merapi.api.resource.Resources;
import org.jspecify.annotations.Nullable;

/** A part of a job that is placed on its own; a job without policies is one such part. */
public interface SubJob extends TaskGroup {

  /** What tells the part apart from every other one: {@code job/policy-values}. */
  String uid();

  /** The same for all parts that one policy makes: {@code job/policy}. */
  String groupUid();

  Job job();

  /** The highest priority among its tasks, not below 0. */
  int priority();

  /** The first label value that its tasks match, if that is a number; else 0. */
  int matchIndex();

  /** How close together its tasks must be; null where they may lie anywhere. */
  @Nullable NetworkTopology networkTopology();

  /** The hyper node that holds its tasks; empty for none. */
  String allocatedHyperNode();

  /** The hyper node where room is being made for it; empty for none. */
  String nominatedHyperNode();

  /** What its pending tasks ask for in sum. */
  Resources pendingRequest();
}
