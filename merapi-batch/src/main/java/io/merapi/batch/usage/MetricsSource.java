package io.merapi.batch.usage;

/** A system that measures the load of nodes. */
public sealed interface MetricsSource {

  /** Nothing is measured. */
  record None() implements MetricsSource {}

  /**
   * A Prometheus server.
   *
   * @param insecure whether its certificate is taken unseen
   */
  record Prometheus(String address, boolean insecure) implements MetricsSource {}

  /** The custom metrics API of the cluster, as the Prometheus adapter serves it. */
  record PrometheusAdaptor() implements MetricsSource {}

  /**
   * An Elasticsearch server.
   *
   * @param insecure whether its certificate is taken unseen
   * @param hostnameField the field that holds the name of the node
   * @param username empty for none
   */
  record Elasticsearch(
      String address,
      boolean insecure,
      String index,
      String hostnameField,
      String username,
      String password)
      implements MetricsSource {

    /** Leaves the password out, so that it reaches no log. */
    @Override
    public String toString() {
      return "Elasticsearch[address=%s, insecure=%s, index=%s, hostnameField=%s, username=%s]"
          .formatted(address, insecure, index, hostnameField, username);
    }
  }
}
