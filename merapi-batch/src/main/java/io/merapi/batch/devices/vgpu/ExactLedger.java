package io.merapi.batch.devices.vgpu;

import io.merapi.api.fixes.Fix;
import io.merapi.api.pod.Pod;
import java.util.Collection;
import java.util.List;

/**
 * Who has what of cards, so that exactly that is given back, once; see {@link
 * Fix#EXACT_DEVICE_ARITHMETIC}.
 */
final class ExactLedger {

  private ExactLedger() {}

  static boolean knows(Collection<Card> cards, Pod pod) {
    return cards.stream().anyMatch(card -> card.pods.containsKey(pod.identity()));
  }

  /** Counts every part that a pod has, unless it is counted already. */
  static void add(Collection<Card> cards, List<DeviceShare> shares, Sharing sharing, Pod pod) {
    if (knows(cards, pod)) {
      return;
    }
    for (DeviceShare share : shares) {
      for (Card card : cards) {
        if (share.cardId().contains(card.uuid)) {
          Card.Use use = card.use(pod.identity());
          long memory = sharing.memory(card, share);
          card.take(memory, share.cores());
          use.number++;
          use.memory += memory;
          use.cores += share.cores();
          use.group = CardChoice.group(pod);
          takePart(card, use, share);
          break;
        }
      }
    }
  }

  /** Marks a part of a card that cuts itself as taken, so that nobody gets it too. */
  static void takePart(Card card, Card.Use use, DeviceShare share) {
    MigSharing.Part part = MigSharing.part(share.cardId());
    if (part != null) {
      card.mig.take(card.geometries, part);
      use.parts.add(part);
    }
  }

  /** Gives back all that a pod has. */
  static void remove(Collection<Card> cards, Pod pod) {
    for (Card card : cards) {
      Card.Use use = card.pods.remove(pod.identity());
      if (use != null) {
        card.usedNumber -= use.number;
        card.usedMemory -= use.memory;
        card.usedCores -= use.cores;
        use.parts.forEach(part -> card.mig.giveBack(card.geometries, part));
      }
    }
  }
}
