package io.merapi.batch.plugins.capacity;

import io.merapi.api.session.QueueInfo;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Orders queues by what they have of what they deserve. */
final class AccountOrder {

  private final QueueAccounts accounts;
  private final boolean hierarchical;

  AccountOrder(QueueAccounts accounts, boolean hierarchical) {
    this.accounts = accounts;
    this.hierarchical = hierarchical;
  }

  /** By priority, then by share; in a tree by the shares of the branches that tell them apart. */
  int compare(QueueInfo left, QueueInfo right) {
    int byPriority = Integer.compare(right.queue().priority(), left.queue().priority());
    if (byPriority != 0) {
      return byPriority;
    }
    QueueAccount leftAccount = accounts.of(left.name());
    QueueAccount rightAccount = accounts.of(right.name());
    if (leftAccount == null || rightAccount == null) {
      return 0;
    }
    if (!hierarchical || (!leftAccount.isLeaf() && !rightAccount.isLeaf())) {
      return byShare(leftAccount, rightAccount);
    }
    if (leftAccount.isLeaf() != rightAccount.isLeaf()) {
      return leftAccount.isLeaf() ? -1 : 1;
    }
    int level = commonLevel(leftAccount, rightAccount) + 1;
    return byShare(branch(leftAccount, level), branch(rightAccount, level));
  }

  /** Those of the nearest relatives of the queue that room is made for come first. */
  int compareVictims(QueueInfo left, QueueInfo right, QueueInfo preemptor) {
    @Nullable QueueAccount leftAccount = accounts.of(left.name());
    @Nullable QueueAccount rightAccount = accounts.of(right.name());
    @Nullable QueueAccount preempting = accounts.of(preemptor.name());
    if (!hierarchical || leftAccount == null || rightAccount == null || preempting == null) {
      return 0;
    }
    return Integer.compare(
        commonLevel(rightAccount, preempting), commonLevel(leftAccount, preempting));
  }

  private static int byShare(QueueAccount left, QueueAccount right) {
    if (left.share() != right.share()) {
      return left.share() < right.share() ? -1 : 1;
    }
    return Boolean.compare(right.deservesSomething(), left.deservesSomething());
  }

  /** The depth of the last queue that is above both, 0 for the root. */
  private static int commonLevel(QueueAccount left, QueueAccount right) {
    int level = 0;
    int depth = Math.min(left.ancestors().size(), right.ancestors().size());
    for (int i = 0; i < depth; i++) {
      if (!left.ancestors().get(i).equals(right.ancestors().get(i))) {
        return level;
      }
      level = i;
    }
    return level;
  }

  /** The queue above this one at a depth, or the queue itself where it is not that deep. */
  private QueueAccount branch(QueueAccount account, int depth) {
    return depth < account.ancestors().size()
        ? Objects.requireNonNull(accounts.of(account.ancestors().get(depth)))
        : account;
  }
}
