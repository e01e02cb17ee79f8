package io.merapi.cluster.http;

import org.jspecify.annotations.Nullable;

/** Who asks, as far as a header says it; a client certificate is part of the TLS instead. */
public interface Credentials {

  /** Those of a client that its certificate names, or that needs no name. */
  Credentials NONE =
      new Credentials() {
        @Override
        public @Nullable String token() {
          return null;
        }

        @Override
        public boolean renew(@Nullable String refused) {
          return false;
        }
      };

  /** A bearer token that never changes. */
  static Credentials fixed(String token) {
    return new Credentials() {
      @Override
      public String token() {
        return token;
      }

      @Override
      public boolean renew(@Nullable String refused) {
        return false;
      }
    };
  }

  /** The bearer token; null for none. Called for every request, from many threads. */
  @Nullable String token();

  /**
   * Looks for a newer token, since the API server has refused one. Many requests may have been
   * refused at once, and one of them may have found the newer token already.
   *
   * @return whether there is another token than the refused one, so that it is worth asking again
   */
  boolean renew(@Nullable String refused);
}
