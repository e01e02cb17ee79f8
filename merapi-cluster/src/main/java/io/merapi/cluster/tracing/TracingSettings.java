package io.merapi.cluster.tracing;

import java.net.URI;
import java.time.Duration;
import java.util.Map;

/**
 * Where traces go, and how many.
 *
 * @param endpoint the address that takes spans, path included
 * @param headers that go with each request, such as a key of the collector
 * @param resource what is said of this process, its {@code service.name} among it
 * @param ratio the part of all traces that are kept, from 0 to 1
 * @param timeout of one request to the collector
 * @param longestQueue how many spans may wait; what comes on top is dropped and counted
 * @param delay after which spans go out, even if they are few
 * @param largestBatch how many spans go out at once
 */
public record TracingSettings(
    URI endpoint,
    Map<String, String> headers,
    Map<String, String> resource,
    double ratio,
    Duration timeout,
    int longestQueue,
    Duration delay,
    int largestBatch) {}
