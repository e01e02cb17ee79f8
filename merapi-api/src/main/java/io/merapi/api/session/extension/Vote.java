package io.merapi.api.session.extension;

/**
 * A plugin's vote. A rejection decides at once; a permission decides at the end of its tier; where
 * all abstain, it is permitted.
 */
public enum Vote {
  PERMIT,
  ABSTAIN,
  REJECT
}
