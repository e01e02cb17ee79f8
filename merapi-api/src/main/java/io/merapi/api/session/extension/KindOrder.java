package io.merapi.api.session.extension;

import io.merapi.api.framework.NodeTraits;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import java.util.List;
import java.util.Optional;

/**
 * A {@link NodeOrder} or {@link BatchNodeOrder} whose scores depend on more than one node, but are
 * the same for nodes of one kind, so that the engine asks about one or two of each kind. A plugin
 * is free not to say so; then it is asked about every node for every task.
 *
 * <p>Scores that are given to all nodes together must depend on which kinds there are among these
 * and, of each, on whether there is one node or more of it, and on nothing else of the others.
 */
public interface KindOrder extends BatchPlugin {

  /**
   * How the plugin tells nodes apart for a task; asked before each task is placed.
   *
   * @return empty where it has nothing to say of the task: all its scores are 0
   */
  Optional<NodeKinds> kinds(Task task);

  /**
   * How a plugin tells nodes apart. Equal for tasks for which it says the same of every node that
   * has not changed.
   */
  interface NodeKinds {

    /** Says what the score of a node goes by: nodes of which the same is said are of one kind. */
    void describe(SessionNode node, NodeTraits traits);

    /**
     * The nodes of which the plugin may say something else for other tasks; of all others it says
     * the same for every task of the session that it has anything to say of.
     */
    List<SessionNode> apart();
  }
}
