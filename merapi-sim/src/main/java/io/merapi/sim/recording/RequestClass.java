package io.merapi.sim.recording;

import io.merapi.api.resource.ResourceAmounts;

/** Pods that ask for the same. */
final class RequestClass {

  final ResourceAmounts amounts;

  /** Whole cards, whatever their make. */
  final long gpus;

  /** How many such pods have come. */
  long pods;

  RequestClass(ResourceAmounts amounts) {
    this.amounts = amounts;
    this.gpus = Gpus.of(amounts);
  }
}
