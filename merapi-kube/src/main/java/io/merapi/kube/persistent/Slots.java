package io.merapi.kube.persistent;

/** Copies of slot arrays with something more, less or different. */
final class Slots {

  private Slots() {}

  static Object[] set(Object[] slots, int at, Object value) {
    Object[] changed = slots.clone();
    changed[at] = value;
    return changed;
  }

  static Object[] insertPair(Object[] slots, int at, Object key, Object value) {
    var more = new Object[slots.length + 2];
    System.arraycopy(slots, 0, more, 0, at);
    more[at] = key;
    more[at + 1] = value;
    System.arraycopy(slots, at, more, at + 2, slots.length - at);
    return more;
  }

  static Object[] removePair(Object[] slots, int at) {
    var rest = new Object[slots.length - 2];
    System.arraycopy(slots, 0, rest, 0, at);
    System.arraycopy(slots, at + 2, rest, at, rest.length - at);
    return rest;
  }

  /** Takes out the pair at one place and puts a single value in at a later one. */
  static Object[] pairToSingle(Object[] slots, int pairAt, int singleAt, Object single) {
    var changed = new Object[slots.length - 1];
    System.arraycopy(slots, 0, changed, 0, pairAt);
    System.arraycopy(slots, pairAt + 2, changed, pairAt, singleAt - pairAt);
    changed[singleAt] = single;
    System.arraycopy(slots, singleAt + 2, changed, singleAt + 1, changed.length - singleAt - 1);
    return changed;
  }

  /** Takes out the value at one place and puts a pair in at an earlier one. */
  static Object[] singleToPair(Object[] slots, int singleAt, int pairAt, Object key, Object value) {
    var changed = new Object[slots.length + 1];
    System.arraycopy(slots, 0, changed, 0, pairAt);
    changed[pairAt] = key;
    changed[pairAt + 1] = value;
    System.arraycopy(slots, pairAt, changed, pairAt + 2, singleAt - pairAt);
    System.arraycopy(slots, singleAt + 1, changed, singleAt + 2, slots.length - singleAt - 1);
    return changed;
  }
}
