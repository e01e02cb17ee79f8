package io.merapi.cli;

/** What a command tells the script that called it. */
public final class ExitCode {

  /** The command did its work and found nothing wrong. */
  public static final int OK = 0;

  /** The command did its work and found something wrong. */
  public static final int PROBLEMS = 1;

  /** The command could not do its work: bad usage, or input that cannot be read. */
  public static final int UNREADABLE = 2;

  private ExitCode() {}
}
