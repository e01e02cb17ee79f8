package io.merapi.api.meta;

/**
 * The object that an object belongs to.
 *
 * @param controller whether the owner is the managing controller; at most one owner is
 */
public record OwnerReference(
    String apiVersion, String kind, String name, String uid, boolean controller) {}
