package io.merapi.sim.report;

import java.time.Duration;

/**
 * A group whose minimum of pods never had nodes.
 *
 * @param name with its namespace; that of the Job where one made the group
 * @param phase as its status says it
 * @param waits from its coming to the end
 * @param message why, in the words of its condition; empty where it has none
 */
public record WaitingGroup(
    String name, String queue, int minMember, String phase, Duration waits, String message) {}
