package io.merapi.batch.devices.vgpu;

import io.merapi.api.pod.Pod;

/** Software keeps each pod to its part ({@code hami-core}): parts may be of any size. */
record SoftwareSharing() implements Sharing {

  static final String MODE = "hami-core";

  @Override
  public String tryTake(Card card, long memory, long cores) {
    card.take(memory, cores);
    return card.uuid;
  }

  @Override
  public long memory(Card card, DeviceShare share) {
    return share.memory();
  }

  @Override
  public void add(Card card, DeviceShare share, Pod pod) {
    if (card.pods.containsKey(pod.identity())) {
      return;
    }
    Card.Use use = card.use(pod.identity());
    card.take(share.memory(), share.cores());
    use.memory += share.memory();
    use.cores += share.cores();
  }

  @Override
  public void remove(Card card, DeviceShare share, Pod pod) {
    if (card.pods.remove(pod.identity()) != null) {
      card.giveBack(share.memory(), share.cores());
    }
  }
}
