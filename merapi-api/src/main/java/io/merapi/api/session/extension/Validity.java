package io.merapi.api.session.extension;

/** Whether a job can be scheduled at all. */
public sealed interface Validity {

  static Validity valid() {
    return Valid.INSTANCE;
  }

  static Validity invalid(String reason, String message) {
    return new Invalid(reason, message);
  }

  default boolean isValid() {
    return this instanceof Valid;
  }

  /** It can. */
  record Valid() implements Validity {

    private static final Valid INSTANCE = new Valid();
  }

  /**
   * It cannot.
   *
   * @param reason one word, such as {@code NotEnoughPods}
   * @param message for people
   */
  record Invalid(String reason, String message) implements Validity {}
}
