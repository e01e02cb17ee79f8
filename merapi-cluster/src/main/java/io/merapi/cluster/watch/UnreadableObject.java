package io.merapi.cluster.watch;

import io.merapi.api.cluster.ObjectKind;

/**
 * An object that was set aside because it cannot be read.
 *
 * @param key {@code namespace/name}, or the bare name of an object without a namespace
 * @param uid empty where the object has none
 * @param field the path of the field at fault; empty where it is no single one
 * @param message what is wrong with it
 */
public record UnreadableObject(
    ObjectKind kind, String key, String uid, String field, String message) {}
