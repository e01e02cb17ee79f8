package io.merapi.sim.placement;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.merapi.api.feature.FeatureGates;
import io.merapi.batch.configuration.BatchConfiguration;
import io.merapi.batch.cycle.BatchSettings;
import io.merapi.config.batch.BatchConfigurationReader;
import io.merapi.sim.BatchScheduling;
import io.merapi.sim.trace.TracedNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;

/** A way of choosing nodes and cards that can be tried. */
public final class PlacementPolicy {

  private final String name;
  private final Start start;

  private PlacementPolicy(String name, Start start) {
    this.name = name;
    this.start = start;
  }

  /** All that are there without a word, the controls first. */
  public static List<PlacementPolicy> all() {
    return List.of(
        new PlacementPolicy("random", RandomPlacer::new),
        new PlacementPolicy("best-fit", (nodes, _) -> new RatingPlacer(nodes, new BestFit(nodes))),
        shipped("nodeorder"),
        shipped("binpack"),
        shipped("deviceshare-binpack"),
        shipped("deviceshare-spread"));
  }

  /** A configuration of the batch scheduler. */
  public static PlacementPolicy of(String name, BatchScheduling scheduling) {
    return new PlacementPolicy(
        name, (nodes, seed) -> new SchedulerPlacer(nodes, scheduling.withSeed(seed)));
  }

  private static PlacementPolicy shipped(String name) {
    String file = name + ".conf";
    try (InputStream in =
        Objects.requireNonNull(PlacementPolicy.class.getResourceAsStream(file), file)) {
      BatchConfiguration configuration =
          BatchConfigurationReader.read(file, new String(in.readAllBytes(), UTF_8))
              .configuration()
              .orElseThrow();
      return of(
          name, new BatchScheduling(configuration, FeatureGates.DEFAULTS, BatchSettings.DEFAULTS));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public String name() {
    return name;
  }

  Placer start(List<TracedNode> nodes, long seed) {
    return start.on(nodes, seed);
  }

  /** Begins a trial. */
  private interface Start {

    Placer on(List<TracedNode> nodes, long seed);
  }
}
