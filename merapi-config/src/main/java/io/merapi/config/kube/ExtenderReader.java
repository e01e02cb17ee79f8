package io.merapi.config.kube;

import io.merapi.api.plugin.Arguments;
import io.merapi.api.plugin.ProblemKind;
import io.merapi.kube.configuration.Extender;
import io.merapi.kube.configuration.Extender.ManagedResource;
import io.merapi.kube.configuration.Extender.Tls;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the extenders of a configuration. */
final class ExtenderReader {

  private ExtenderReader() {}

  static List<Extender> read(Arguments in) {
    var extenders = new ArrayList<Extender>();
    for (Arguments item : in.objects("extenders")) {
      extenders.add(extender(item));
    }
    return extenders;
  }

  /** Those that may fail are asked last. */
  static List<Extender> inCallingOrder(List<Extender> extenders) {
    var order = new ArrayList<Extender>();
    extenders.stream().filter(extender -> !extender.ignorable()).forEach(order::add);
    extenders.stream().filter(Extender::ignorable).forEach(order::add);
    return order;
  }

  private static Extender extender(Arguments in) {
    Duration timeout = in.duration("httpTimeout").or(Duration.ZERO);
    var managed = new ArrayList<ManagedResource>();
    for (Arguments item : in.objects("managedResources")) {
      managed.add(
          new ManagedResource(item.text("name").or(""), item.flag("ignoredByScheduler").or(false)));
    }
    return new Extender(
        in.text("urlPrefix").or(""),
        in.text("filterVerb").or(""),
        in.text("preemptVerb").or(""),
        in.text("prioritizeVerb").or(""),
        in.integer("weight").or(0L),
        in.text("bindVerb").or(""),
        in.flag("enableHTTPS").or(false),
        tls(in),
        timeout.isZero() ? Extender.DEFAULT_TIMEOUT : timeout,
        in.flag("nodeCacheCapable").or(false),
        managed,
        in.flag("ignorable").or(false));
  }

  private static @Nullable Tls tls(Arguments in) {
    Arguments tls = in.object("tlsConfig");
    var read =
        new Tls(
            tls.flag("insecure").or(false),
            tls.text("serverName").or(""),
            tls.text("certFile").or(""),
            tls.text("keyFile").or(""),
            tls.text("caFile").or(""),
            base64(tls, "certData"),
            base64(tls, "keyData"),
            base64(tls, "caData"));
    return in.has("tlsConfig") ? read : null;
  }

  private static String base64(Arguments in, String key) {
    String text = in.text(key).or("").replace("\n", "").replace("\r", "");
    try {
      if (text.length() % 4 != 0) {
        throw new IllegalArgumentException("padding is missing");
      }
      Base64.getDecoder().decode(text);
      return text;
    } catch (IllegalArgumentException e) {
      in.report(key, ProblemKind.WRONG_TYPE, "must be base64: " + e.getMessage());
      return "";
    }
  }
}
