package io.merapi.batch.plugins.capacity;

import io.merapi.api.batch.Queue;
import io.merapi.api.resource.Resources;
import io.merapi.api.session.Session;

/**
 * What a queue may have.
 *
 * @param guarantee what is kept for it
 * @param deserved what it may reclaim from others
 * @param capability the most it may have, as it says or inherits it
 * @param realCapability the most it may have, guarantees of others and limits above respected
 */
record Entitlement(
    Resources guarantee, Resources deserved, Resources capability, Resources realCapability) {

  /** What the queue itself says, with a real capability of nothing. */
  static Entitlement stated(Queue queue, Session session) {
    return new Entitlement(
        session.amounts(queue.guarantee()),
        session.amounts(queue.deserved()),
        session.amounts(queue.capability()),
        Resources.none(session.resources()));
  }

  Entitlement withGuarantee(Resources newGuarantee) {
    return new Entitlement(newGuarantee, deserved, capability, realCapability);
  }

  Entitlement withDeserved(Resources newDeserved) {
    return new Entitlement(guarantee, newDeserved, capability, realCapability);
  }

  Entitlement withCapability(Resources newCapability) {
    return new Entitlement(guarantee, deserved, newCapability, realCapability);
  }

  Entitlement withRealCapability(Resources newRealCapability) {
    return new Entitlement(guarantee, deserved, capability, newRealCapability);
  }

  /** A queue deserves at least what is kept for it. */
  Entitlement deservingItsGuarantee() {
    return withDeserved(deserved.maxOfPositive(guarantee));
  }
}
