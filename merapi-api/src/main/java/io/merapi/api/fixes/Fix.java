package io.merapi.api.fixes;

import java.util.Locale;

/** A known bug of upstream, named by the right behaviour that replaces it. */
public enum Fix {
  /** Gang preemption plans idle nodes and victims together. */
  GANG_PREEMPT_USES_IDLE_NODES("gang preemption plans idle nodes and victims together"),
  /** A gang member that fits without victims is placed before victims are looked for. */
  GANG_PLACES_FREE_MEMBERS_FIRST(
      "a gang member that fits without victims is placed before victims are looked for"),
  /** Evictions do not survive a pipeline that failed. */
  ATOMIC_STATEMENTS("evictions do not survive a pipeline that failed"),
  /** Reclaim commits only the victims of the node that was chosen. */
  ONE_STATEMENT_PER_NODE("reclaim commits only the victims of the node that was chosen"),
  /** Eviction goes on until every filter accepts, not only until the quantity suffices. */
  REFILTER_AFTER_EACH_VICTIM(
      "eviction goes on until every filter accepts, not only until the quantity suffices"),
  /** No more victims are evicted than the pod needs. */
  MINIMAL_EVICTIONS("no more victims are evicted than the pod needs"),
  /** Of the possible victims the most important are spared first. */
  REPRIEVE_HIGHEST_PRIORITY_FIRST("of the possible victims the most important are spared first"),
  /** Preempting jobs of one queue do not overwrite those of another. */
  PREEMPTORS_PER_QUEUE("preempting jobs of one queue do not overwrite those of another"),
  /** A pipelined or nominated choice has the first claim in the next cycle. */
  KEEP_NOMINATIONS("a pipelined or nominated choice has the first claim in the next cycle"),
  /** Reclaim looks at the shares after the eviction, so queues do not take turns evicting. */
  RECLAIM_JUDGES_THE_RESULT(
      "reclaim looks at the shares after the eviction, so queues do not take turns evicting"),
  /** Preemptive reclaim never exceeds the real capability. */
  RECLAIM_CAPPED_BY_REAL_CAPABILITY("preemptive reclaim never exceeds the real capability"),
  /** Tasks being bound count as allocated and not as inqueue too. */
  COUNT_BINDING_TASKS_ONCE("tasks being bound count as allocated and not as inqueue too"),
  /** A vote on enqueueing changes nothing before the verdict. */
  PURE_ENQUEUE_VOTES("a vote on enqueueing changes nothing before the verdict"),
  /** Enqueueing checks and charges every ancestor queue. */
  CHECK_ANCESTORS_AT_ENQUEUE("enqueueing checks and charges every ancestor queue"),
  /** Scalar resources have one unit everywhere. */
  ONE_SCALAR_UNIT("scalar resources have one unit everywhere"),
  /** A queue that makes no sense is set aside with its children; the others go on. */
  SET_BAD_QUEUES_ASIDE(
      "a queue that makes no sense is set aside with its children; the others go on"),
  /** Groups that died or can never run give their inqueue share back. */
  RELEASE_DEAD_INQUEUE("groups that died or can never run give their inqueue share back"),
  /** Overcommit accounts by the nodes that a job can use, in priority order. */
  OVERCOMMIT_BY_FEASIBLE_NODES(
      "overcommit accounts by the nodes that a job can use, in priority order"),
  /** Enqueueing admits a queue up to its deserved share even on a full cluster. */
  ENQUEUE_UP_TO_DESERVED(
      "enqueueing admits a queue up to its deserved share even on a full cluster"),
  /** A queue deserves no more than it can use, and nothing stays unassigned that one could use. */
  DESERVED_IS_USABLE(
      "a queue deserves no more than it can use, and nothing stays unassigned that one could use"),
  /** Terminating pods do not push a running group back to Inqueue. */
  COUNT_RELEASING_AS_SCHEDULED("terminating pods do not push a running group back to Inqueue"),
  /** An evicted pod does not count as succeeded. */
  EVICTED_IS_NOT_SUCCEEDED("an evicted pod does not count as succeeded"),
  /** Negative scores still yield a best node. */
  ANY_SCORE_IS_COMPARABLE("negative scores still yield a best node"),
  /** Device counts neither overflow nor count a shared device twice. */
  EXACT_DEVICE_ARITHMETIC("device counts neither overflow nor count a shared device twice"),
  /** The highest tier may be given by name, and soft topology takes the better domain. */
  HONOUR_TOPOLOGY_TIERS(
      "the highest tier may be given by name, and soft topology takes the better domain"),
  /** Messages name the cause, the short resource and its amounts. */
  REASONS_CARRY_THEIR_CAUSE("messages name the cause, the short resource and its amounts"),
  /** Rescheduling reads metrics under the period that the collector stores. */
  RESCHEDULING_METRICS_PERIOD(
      "rescheduling reads metrics under the period that the collector stores"),
  /** Predicate.DynamicResourceAllocationEnable switches the filter. */
  DRA_SWITCH_IS_READ("predicate.DynamicResourceAllocationEnable switches the filter"),
  /** An extender that fails makes no job ready and no queue overused. */
  EXTENDERS_FAIL_SAFE("an extender that fails makes no job ready and no queue overused"),
  /** Kube preemption is tried although PreFilter ended before DynamicResources. */
  PREEMPT_AFTER_EARLY_REJECTION(
      "kube preemption is tried although PreFilter ended before DynamicResources");

  private final String description;

  Fix(String description) {
    this.description = description;
  }

  /** The name on the command line and in configuration: {@code minimal-evictions}. */
  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  public String description() {
    return description;
  }
}
