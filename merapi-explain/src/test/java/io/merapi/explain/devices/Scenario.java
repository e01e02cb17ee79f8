package io.merapi.explain.devices;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.fixes.Fixes;
import io.merapi.batch.configuration.BatchConfiguration;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.SessionOptions;
import io.merapi.config.batch.BatchConfigurationReader;
import io.merapi.config.objects.MalformedObjectException;
import io.merapi.config.objects.ObjectReader;
import io.merapi.config.objects.ObjectSink;
import io.merapi.config.objects.TokenTree;
import io.merapi.config.objects.Tokens.Token;
import io.merapi.config.objects.YamlTokens;
import io.merapi.config.source.Location;
import io.merapi.explain.cluster.OfflineBatchCluster;
import io.merapi.explain.session.RecordingEffects;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A cluster, a configuration and what a session is to do, as a file has them.
 *
 * @param config the text of the scheduler's configuration
 * @param expect for each pod that is bound, its node and the annotations written with it; for each
 *     pod that waits, why
 */
record Scenario(String config, List<ClusterObject> objects, Map<String, @Nullable Object> expect) {

  /** The time that all scenarios have. */
  static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");

  static Scenario read(String name) {
    try (InputStream in = Scenario.class.getResourceAsStream(name + ".yaml")) {
      var tokens = new YamlTokens(name, Objects.requireNonNull(in, name));
      tokens.next();
      var objects = new ArrayList<ClusterObject>();
      var fields = new LinkedHashMap<String, @Nullable Object>();
      while (tokens.next() == Token.FIELD) {
        String field = tokens.text();
        Token value = tokens.next();
        if (field.equals("objects") && value == Token.START_LIST) {
          var reader = new ObjectReader("default");
          while (tokens.next() != Token.END_LIST) {
            reader.read(tokens, new Strict(objects));
          }
        } else {
          fields.put(field, TokenTree.read(tokens));
        }
      }
      return new Scenario(String.valueOf(fields.get("config")), objects, map(fields.get("expect")));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @SuppressWarnings("unchecked")
  private static Map<String, @Nullable Object> map(@Nullable Object value) {
    return (Map<String, @Nullable Object>) Objects.requireNonNull(value);
  }

  /** What a session does, in the shape of {@link #expect}. */
  Map<String, Object> outcome(Fixes fixes, boolean reference) {
    BatchConfiguration configuration =
        BatchConfigurationReader.read("config", config).configuration().orElseThrow();
    var cluster =
        new OfflineBatchCluster(
            configuration,
            FeatureGates.DEFAULTS,
            SessionOptions.DEFAULTS.withReference(reference),
            fixes,
            NOW,
            null);
    objects.forEach(cluster::add);
    var effects = new RecordingEffects();
    SchedulingSession session = cluster.held(effects);
    Map<String, @Nullable Object> outcome = effects.outcome(session);
    var found = new TreeMap<String, Object>();
    map(outcome.get("binds"))
        .forEach((pod, node) -> {
          var bound = new TreeMap<String, Object>();
          bound.put("node", Objects.requireNonNull(node));
          Object annotations = map(outcome.get("bindAnnotations")).get(pod);
          if (annotations != null) {
            bound.put("annotations", annotations);
          }
          found.put(pod, bound);
        });
    map(outcome.get("podStatus"))
        .forEach((pod, told) -> found.put(pod, Objects.requireNonNull(map(told).get("message"))));
    return found;
  }

  /** A scenario must load without loss. */
  private record Strict(List<ClusterObject> objects) implements ObjectSink {

    @Override
    public void object(ClusterObject object, Location where) {
      objects.add(object);
    }

    @Override
    public void skipped(String group, String kindName) {
      throw new IllegalStateException(kindName);
    }

    @Override
    public void malformed(MalformedObjectException complaint) {
      throw complaint;
    }
  }
}
