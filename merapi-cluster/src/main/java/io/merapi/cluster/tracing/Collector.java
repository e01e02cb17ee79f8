package io.merapi.cluster.tracing;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/** The program that takes spans, asked over HTTP. */
final class Collector implements AutoCloseable {

  private static final Duration CONNECTING = Duration.ofSeconds(5);
  private static final int LONGEST_REASON = 200;

  private final TracingSettings settings;
  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(CONNECTING)
          .build();

  Collector(TracingSettings settings) {
    this.settings = settings;
  }

  /**
   * Sends spans.
   *
   * @throws IOException if they were not taken; the message says why
   */
  void take(List<Span> spans) throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(settings.endpoint())
            .timeout(settings.timeout())
            .header("Content-Type", "application/json")
            .POST(
                HttpRequest.BodyPublishers.ofString(
                    OtlpJson.request(settings.resource(), spans), StandardCharsets.UTF_8));
    settings.headers().forEach(request::setHeader);
    var answer = client.send(request.build(), BodyHandlers.ofString(StandardCharsets.UTF_8));
    if (answer.statusCode() / 100 != 2) {
      String why = answer.body().strip();
      throw new IOException(
          "it answered %d %s"
              .formatted(
                  answer.statusCode(), why.substring(0, Math.min(why.length(), LONGEST_REASON))));
    }
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
