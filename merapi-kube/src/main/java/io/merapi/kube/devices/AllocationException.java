package io.merapi.kube.devices;

/** Something that keeps devices from being found and is not just that there are too few. */
public final class AllocationException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final Blame blame;

  private AllocationException(Blame blame, String message) {
    super(message, null, false, false);
    this.blame = blame;
  }

  static AllocationException input(String message) {
    return new AllocationException(Blame.INPUT, message);
  }

  static AllocationException node(String message) {
    return new AllocationException(Blame.NODE, message);
  }

  static AllocationException time() {
    return new AllocationException(Blame.TIME, "filter operation aborted");
  }

  public Blame blame() {
    return blame;
  }

  /** What is to blame, and so what is to be done. */
  public enum Blame {
    /** A claim, a class or a slice is broken: no node is worth trying. */
    INPUT,
    /** What drivers offer for this node is broken: others may do. */
    NODE,
    /** The search took too long: the pod may be tried again. */
    TIME
  }
}
