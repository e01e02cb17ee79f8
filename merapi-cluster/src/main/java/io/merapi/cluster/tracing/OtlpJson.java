package io.merapi.cluster.tracing;

import io.merapi.config.objects.ObjectWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Spans as a request of OTLP in its JSON form, in which times are text and identifiers hex. */
final class OtlpJson {

  private static final int ERROR = 2;

  private OtlpJson() {}

  static String request(Map<String, ?> resource, List<Span> spans) {
    return ObjectWriter.json(
        Map.of(
            "resourceSpans",
            List.of(
                Map.of(
                    "resource",
                    Map.of("attributes", attributes(resource)),
                    "scopeSpans",
                    List.of(
                        Map.of(
                            "scope",
                            Map.of("name", "io.merapi"),
                            "spans",
                            spans.stream().map(OtlpJson::span).toList()))))));
  }

  private static Map<String, Object> span(Span span) {
    var fields = new LinkedHashMap<String, Object>();
    fields.put("traceId", span.traceId());
    fields.put("spanId", span.id());
    if (!span.parent().isEmpty()) {
      fields.put("parentSpanId", span.parent());
    }
    fields.put("name", span.name());
    fields.put("kind", span.kind().number);
    fields.put("startTimeUnixNano", Long.toString(span.begun()));
    fields.put("endTimeUnixNano", Long.toString(span.ended()));
    fields.put("attributes", attributes(span.attributes()));
    if (!span.error().isEmpty()) {
      fields.put("status", Map.of("code", ERROR, "message", span.error()));
    }
    return fields;
  }

  private static List<Map<String, Object>> attributes(Map<String, ?> attributes) {
    var list = new ArrayList<Map<String, Object>>();
    attributes.forEach((key, value) ->
        list.add(
            Map.of(
                "key",
                key,
                "value",
                value instanceof Number number
                    ? Map.of("intValue", number.toString())
                    : Map.of("stringValue", value.toString()))));
    return list;
  }
}
