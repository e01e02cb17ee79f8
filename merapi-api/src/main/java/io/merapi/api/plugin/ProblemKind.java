package io.merapi.api.plugin;

/** What is wrong with a place of a configuration file. */
public enum ProblemKind {
  /** The text cannot be read at all. */
  MALFORMED,
  /** A key that nothing reads. */
  UNKNOWN_KEY,
  /** A value of another type than the key takes. */
  WRONG_TYPE,
  /** A value that must be given and is not. */
  REQUIRED,
  /** A value of the right type outside of what is accepted. */
  INVALID,
  /** A value that may stand only once. */
  DUPLICATE,
  /** A value that is none of the accepted words. */
  NOT_SUPPORTED,
  /** A value that may not be given here. */
  FORBIDDEN,
  /** A plugin, action or feature gate of a name that does not exist. */
  UNKNOWN_NAME,
  /** Something that is read but can have no effect. */
  POINTLESS,
  /** An older spelling that is read as the real one. */
  OLD_SPELLING
}
