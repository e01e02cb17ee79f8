package io.merapi.cluster.serve;

import java.time.Duration;
import java.util.List;

/**
 * How those who ask are known, and what they may do; as kube-scheduler's options say it.
 *
 * @param clientAuthorities certificates in PEM of those who vouch for clients; empty for none
 * @param tokenLife how long the answer about a token is remembered
 * @param allowedLife how long it is remembered that somebody may
 * @param deniedLife how long it is remembered that somebody may not
 * @param openPaths what everybody may ask for; with a star at its end, everything below
 */
public record AccessSettings(
    String clientAuthorities,
    Duration tokenLife,
    Duration allowedLife,
    Duration deniedLife,
    List<String> openPaths) {

  private static final Duration USUAL_LIFE = Duration.ofSeconds(10);

  /** Those of kube-scheduler. */
  public static final AccessSettings DEFAULTS =
      new AccessSettings(
          "", USUAL_LIFE, USUAL_LIFE, USUAL_LIFE, List.of("/healthz", "/readyz", "/livez"));

  public AccessSettings {
    openPaths = List.copyOf(openPaths);
  }

  boolean isOpen(String path) {
    for (String open : openPaths) {
      boolean below = open.endsWith("*");
      String fixed = below ? open.substring(0, open.length() - 1) : open;
      if (below ? path.startsWith(fixed) : path.equals(fixed)) {
        return true;
      }
    }
    return false;
  }
}
