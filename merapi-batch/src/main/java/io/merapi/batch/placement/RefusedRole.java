package io.merapi.batch.placement;

import io.merapi.api.session.SessionNode;
import io.merapi.api.session.extension.Fit;
import io.merapi.batch.session.RoleRefusals;
import io.merapi.kube.placement.NodeSet;
import java.util.List;

/**
 * What nodes had against a role of a job whenever one of its tasks was tried, as long as these were
 * of one class. Used by one thread.
 *
 * <p>What a node said the last time is still what the class is known to say, unless it was asked
 * again since. So there is nothing to write down until then, and a task costs no more than the
 * nodes that have changed.
 */
final class RefusedRole {

  private final KnownClass known;
  private final RoleRefusals refusals;
  private final NodeSet excluded = new NodeSet();

  /** Nodes that were asked again; empty but while these are looked at. */
  private final NodeSet askedAgain = new NodeSet();

  /** How many of the answers that were replaced are taken into account. */
  private int read;

  /**
   * A role whose first task of a class is being tried.
   *
   * @param known up to date
   * @param refusals what nodes have had against tasks of other classes
   */
  RefusedRole(KnownClass known, RoleRefusals refusals, List<? extends SessionNode> nodes) {
    this.known = known;
    this.refusals = refusals;
    this.read = known.replacedCount();
    if (!refusals.isEmpty()) {
      nodes.forEach(node -> updateExcluded(node.index()));
    }
  }

  KnownClass known() {
    return known;
  }

  /**
   * Takes note that another task is being tried.
   *
   * @return the nodes that would fit now, but refused a task of the role before
   */
  NodeSet recall() {
    writeDown();
    for (; read < known.replacedCount(); read++) {
      int node = known.replacedNode(read);
      askedAgain.remove(node);
      updateExcluded(node);
    }
    return excluded;
  }

  private void updateExcluded(int node) {
    if (refusals.of(node) != null && known.fit().fits(node)) {
      excluded.add(node);
    } else {
      excluded.remove(node);
    }
  }

  /** Keeps what nodes said when a task was tried last that were asked again since. */
  void writeDown() {
    for (int i = read; i < known.replacedCount(); i++) {
      int node = known.replacedNode(i);
      if (askedAgain.add(node)) {
        keep(node, known.replaced(i));
      }
    }
  }

  private void keep(int node, Fit fit) {
    if (!fit.isSuccess() && refusals.of(node) == null) {
      refusals.keep(node, fit);
    }
  }

  /** Keeps all that nodes said when a task was tried last; this is of no more use then. */
  void writeDownAll(List<? extends SessionNode> nodes) {
    writeDown();
    for (SessionNode node : nodes) {
      if (!askedAgain.contains(node.index())) {
        keep(node.index(), known.fit().of(node.index()));
      }
    }
  }
}
