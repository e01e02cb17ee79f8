package io.merapi.cluster.tracing;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Something that took time, as a part of a trace. Of one thread until it has ended, but for its
 * identity, which never changes.
 */
final class Span {

  /** By OTLP: done within this process, or a request to another one. */
  enum Kind {
    INTERNAL(1),
    CLIENT(3);

    final int number;

    Kind(int number) {
      this.number = number;
    }
  }

  private final Spans spans;
  private final Trace trace;
  private final String id;
  private final String parent;
  private final String name;
  private final Kind kind;
  private final long begun;
  private final Map<String, Object> attributes = new LinkedHashMap<>();
  private long ended;
  private String error = "";

  Span(Spans spans, Trace trace, String parent, String name, Kind kind, long begun) {
    this.spans = spans;
    this.trace = trace;
    this.id = spans.newId();
    this.parent = parent;
    this.name = name;
    this.kind = kind;
    this.begun = begun;
  }

  /**
   * A part of this.
   *
   * @param from when it began, in nanoseconds of {@link System#nanoTime}
   */
  Span child(String of, Kind what, long from) {
    return new Span(spans, trace, id, of, what, from);
  }

  /**
   * Says something about it.
   *
   * @param value text or a whole number; empty text says nothing
   */
  Span with(String attribute, Object value) {
    if (!value.equals("")) {
      attributes.put(attribute, value);
    }
    return this;
  }

  /** It did not come to a good end. */
  void failed(String why) {
    error = why;
  }

  /** It has ended, and is on its way to the collector. */
  void end(long at) {
    ended = at;
    spans.offer(this);
  }

  /** As the header {@code traceparent} names it. */
  String header() {
    return "00-" + trace.id() + "-" + id + "-01";
  }

  String traceId() {
    return trace.id();
  }

  String id() {
    return id;
  }

  /** Empty for the first of a trace. */
  String parent() {
    return parent;
  }

  String name() {
    return name;
  }

  Kind kind() {
    return kind;
  }

  /** In nanoseconds since 1970. */
  long begun() {
    return begun + trace.toEpoch();
  }

  /** In nanoseconds since 1970. */
  long ended() {
    return ended + trace.toEpoch();
  }

  Map<String, Object> attributes() {
    return attributes;
  }

  /** Why it did not come to a good end; empty where it did. */
  String error() {
    return error;
  }

  /**
   * What all spans of a trace have in common.
   *
   * @param toEpoch what has to be added to a moment of {@link System#nanoTime}
   */
  record Trace(String id, long toEpoch) {}
}
