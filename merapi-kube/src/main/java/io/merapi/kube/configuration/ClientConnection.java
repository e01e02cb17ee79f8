package io.merapi.kube.configuration;

/**
 * How the program talks to the API server.
 *
 * @param kubeconfig path of the file; empty means that of the pod's service account
 * @param acceptContentTypes empty means whatever {@code contentType} says
 * @param qps requests per second that are not delayed
 * @param burst how many may come at once
 */
public record ClientConnection(
    String kubeconfig, String acceptContentTypes, String contentType, float qps, int burst) {

  public static final ClientConnection DEFAULTS =
      new ClientConnection("", "", "application/vnd.kubernetes.protobuf", 50, 100);
}
