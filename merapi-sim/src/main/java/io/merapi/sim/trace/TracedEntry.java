package io.merapi.sim.trace;

/** What a line of a trace stands for. */
public sealed interface TracedEntry permits TracedNode, TracedJob {

  String name();
}
