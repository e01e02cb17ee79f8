package io.merapi.explain.group;

/**
 * Something that stands against putting a task on a node.
 *
 * @param source the plugin that says it, or {@code resources} where the node lacks room
 * @param verdict the kind of refusal, as its status is called upstream
 * @param reason in upstream's words
 * @param detail wanted, found and missing; empty where there is no more to say
 */
public record NodeObjection(String source, String verdict, String reason, String detail) {}
