package io.merapi.cluster.http;

/**
 * How many requests may go out.
 *
 * @param perSecond in the long run; not positive for as many as there are
 * @param burst how many at once, after a rest
 */
public record RequestRate(float perSecond, int burst) {

  public static final RequestRate UNLIMITED = new RequestRate(-1, 0);

  public RequestRate {
    if (perSecond > 0 && burst <= 0) {
      throw new IllegalArgumentException(
          "the burst (%d) must be positive where requests are limited to %s a second"
              .formatted(burst, perSecond));
    }
  }

  boolean limits() {
    return perSecond > 0;
  }
}
