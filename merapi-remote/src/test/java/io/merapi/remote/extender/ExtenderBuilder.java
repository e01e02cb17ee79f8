package io.merapi.remote.extender;

import io.merapi.config.objects.ObjectWriter;
import io.merapi.kube.configuration.Extender;
import io.merapi.kube.configuration.Extender.ManagedResource;
import io.merapi.kube.configuration.Extender.Tls;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes extenders that have every verb; each call says what is special. */
final class ExtenderBuilder {

  private final String url;
  private final List<ManagedResource> managed = new ArrayList<>();
  private long weight = 1;
  private boolean enableHttps;
  private boolean byName;
  private boolean ignorable;
  private @Nullable Tls tls;
  private Duration timeout = Duration.ofSeconds(10);

  private ExtenderBuilder(String url) {
    this.url = url;
  }

  static ExtenderBuilder at(String url) {
    return new ExtenderBuilder(url);
  }

  ExtenderBuilder weight(long value) {
    weight = value;
    return this;
  }

  ExtenderBuilder enableHttps() {
    enableHttps = true;
    return this;
  }

  ExtenderBuilder nodeCacheCapable() {
    byName = true;
    return this;
  }

  ExtenderBuilder ignorable() {
    ignorable = true;
    return this;
  }

  ExtenderBuilder tls(Tls value) {
    tls = value;
    return this;
  }

  ExtenderBuilder timeout(Duration value) {
    timeout = value;
    return this;
  }

  ExtenderBuilder managing(String resource) {
    managed.add(new ManagedResource(resource, false));
    return this;
  }

  HttpExtender build() throws ExtenderSetupException {
    return new HttpExtender(
        new Extender(
            url,
            "filter",
            "preempt",
            "prioritize",
            weight,
            "bind",
            enableHttps,
            tls,
            timeout,
            byName,
            managed,
            ignorable),
        ObjectWriter::untypedJson);
  }
}
