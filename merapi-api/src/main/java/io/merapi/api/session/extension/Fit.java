package io.merapi.api.session.extension;

import io.merapi.api.framework.Reason;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Whether a task fits, and all that stands against it. */
public sealed interface Fit {

  static Fit fits() {
    return Fits.INSTANCE;
  }

  /** Does not fit as things stand; evicting others might help. */
  static Fit unschedulable(Reason... reasons) {
    return refused(Code.UNSCHEDULABLE, reasons);
  }

  /** Does not fit whatever is evicted. */
  static Fit unresolvable(Reason... reasons) {
    return refused(Code.UNSCHEDULABLE_AND_UNRESOLVABLE, reasons);
  }

  private static Fit refused(Code code, Reason... reasons) {
    // Most refusals have one reason, and a full cluster gives many of them.
    return new Refused(
        reasons.length == 1
            ? List.of(new Status(code, reasons[0]))
            : Arrays.stream(reasons).map(reason -> new Status(code, reason)).toList());
  }

  /** Something is broken. */
  static Fit error(String message) {
    return new Failed(message);
  }

  default boolean isSuccess() {
    return this instanceof Fits;
  }

  /** What stands against it. */
  default List<Status> statuses() {
    return switch (this) {
      case Fits _ -> List.of();
      case Refused(var statuses) -> statuses;
      case Failed(var message) -> List.of(new Status(Code.ERROR, Reason.of("Error", message)));
    };
  }

  /** The texts that users see, without empty ones. */
  default List<String> reasons() {
    var texts = new ArrayList<String>();
    for (Status status : statuses()) {
      String text = status.text();
      if (!text.isEmpty()) {
        texts.add(text);
      }
    }
    return texts;
  }

  /** Whether one of the statuses has a code. */
  default boolean has(Code code) {
    for (Status status : statuses()) {
      if (status.code() == code) {
        return true;
      }
    }
    return false;
  }

  /** Whether something other than a plain refusal stands against it: an error, skip or wait. */
  default boolean hasErrorSkipOrWait() {
    return has(Code.ERROR) || has(Code.SKIP) || has(Code.WAIT);
  }

  /** Nothing stands against it. */
  record Fits() implements Fit {

    private static final Fits INSTANCE = new Fits();
  }

  /** A refusal with all its reasons. */
  record Refused(List<Status> statuses) implements Fit {

    public Refused {
      statuses = List.copyOf(statuses);
    }
  }

  /** Something is broken; upstream returns a bare error. */
  record Failed(String message) implements Fit {}

  /** One thing that stands against a task. */
  record Status(Code code, Reason reason) {

    public String text() {
      return reason.summary();
    }
  }

  /** What kind of thing stands against a task. */
  enum Code {
    ERROR(1),
    UNSCHEDULABLE(2),
    UNSCHEDULABLE_AND_UNRESOLVABLE(3),
    WAIT(4),
    SKIP(5);

    private final int number;

    Code(int number) {
      this.number = number;
    }

    /** The number that upstream has for it. */
    public int number() {
      return number;
    }
  }
}
