package io.merapi.api.pod;

/**
 * A port of a container.
 *
 * @param hostPort the port taken on the node, or 0 for none
 * @param protocol empty where the object does not say, which means TCP
 * @param hostIp the address of the node that it is taken on; empty means all
 */
public record ContainerPort(int containerPort, int hostPort, String protocol, String hostIp) {}
