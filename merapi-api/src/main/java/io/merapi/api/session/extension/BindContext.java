package io.merapi.api.session.extension;

import io.merapi.api.framework.Verdict;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;

/** What plugins add to the binding of one task. */
public final class BindContext {

  // Most bindings need nothing of this, and there are many of them. These are views already, so
  // that no others are made of them.
  private static final SortedMap<String, String> NO_ANNOTATIONS =
      Collections.unmodifiableSortedMap(new TreeMap<>());
  private static final SortedSet<String> NO_LOCKS =
      Collections.unmodifiableSortedSet(new TreeSet<>());
  private static final List<Step> NO_STEPS = Collections.unmodifiableList(new ArrayList<>());

  private SortedMap<String, String> annotations = NO_ANNOTATIONS;
  private SortedSet<String> locks = NO_LOCKS;
  private List<Step> steps = NO_STEPS;

  /** Has an annotation written to the pod together with the binding. */
  public void annotate(String key, String value) {
    if (annotations.isEmpty()) {
      annotations = new TreeMap<>();
    }
    annotations.put(key, value);
  }

  /**
   * Has a lock put on the node before anything else is done; the binding fails where somebody else
   * holds it. Whoever hands out the devices of the pod on the node takes it off.
   *
   * @param name the annotation of the node that is the lock
   */
  public void lock(String name) {
    if (locks.isEmpty()) {
      locks = new TreeSet<>();
    }
    locks.add(name);
  }

  /** Has work done before the pod is bound, after the steps that were added before. */
  public void before(Step step) {
    if (steps.isEmpty()) {
      steps = new ArrayList<>();
    }
    steps.add(step);
  }

  public SortedMap<String, String> annotations() {
    return Collections.unmodifiableSortedMap(annotations);
  }

  /** The locks that the binding needs on the node. */
  public SortedSet<String> locks() {
    return Collections.unmodifiableSortedSet(locks);
  }

  /** Whether plugins have added nothing. */
  public boolean isEmpty() {
    return annotations.isEmpty() && locks.isEmpty() && steps.isEmpty();
  }

  public List<Step> steps() {
    return Collections.unmodifiableList(steps);
  }

  /** Work that comes before a binding. It outlives the session: it must not look at it. */
  public interface Step {

    /** Begins the work and answers when it is done; must not wait itself. */
    CompletionStage<Verdict> preBind();

    /** Undoes the work; called if a later step or the binding fails. */
    void rollBack();
  }
}
