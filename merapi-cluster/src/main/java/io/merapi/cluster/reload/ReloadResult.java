package io.merapi.cluster.reload;

import java.util.List;

/** What came of a changed configuration. */
public sealed interface ReloadResult {

  /**
   * It is in force.
   *
   * @param notes what an operator should know, such as changes that need a restart
   */
  record Applied(List<String> notes) implements ReloadResult {

    public Applied {
      notes = List.copyOf(notes);
    }
  }

  /**
   * The one before stays in force.
   *
   * @param why in one line: what, where, what was expected
   * @param mayPass whether the same may be taken later, so that it is worth another try
   */
  record Refused(String why, boolean mayPass) implements ReloadResult {

    /** Refused for what it says. */
    public Refused(String why) {
      this(why, false);
    }
  }
}
