package io.merapi.sim.placement;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.merapi.api.feature.FeatureGates;
import io.merapi.batch.configuration.BatchConfiguration;
import io.merapi.batch.cycle.BatchSettings;
import io.merapi.config.batch.BatchConfigurationReader;
import io.merapi.sim.BatchScheduling;
import io.merapi.sim.trace.PodShape;
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

  /** All that are there without a word: controls, Volcano's configurations, those of the paper. */
  public static List<PlacementPolicy> all() {
    return List.of(
        new PlacementPolicy("random", (nodes, _, seed) -> new RandomPlacer(nodes, seed)),
        rating("best-fit", (nodes, _) -> new BestFit(nodes)),
        shipped("nodeorder"),
        shipped("binpack"),
        shipped("deviceshare-binpack"),
        shipped("deviceshare-spread"),
        rating("gpu-packing", (_, _) -> new GpuPacking()),
        rating("fgd", (_, pods) -> new FragmentationGradient(pods)));
  }

  /** A configuration of the batch scheduler. */
  public static PlacementPolicy of(String name, BatchScheduling scheduling) {
    return new PlacementPolicy(
        name, (nodes, _, seed) -> new SchedulerPlacer(nodes, scheduling.withSeed(seed)));
  }

  private static PlacementPolicy rating(String name, RatingOf rating) {
    return new PlacementPolicy(
        name, (nodes, pods, _) -> new RatingPlacer(nodes, rating.on(nodes, pods)));
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

  /**
   * Begins a trial.
   *
   * @param pods the workload that the policy may know beforehand, in no order
   */
  Placer start(List<TracedNode> nodes, List<PodShape> pods, long seed) {
    return start.on(nodes, pods, seed);
  }

  private interface RatingOf {

    RatingPlacer.Rating on(List<TracedNode> nodes, List<PodShape> pods);
  }

  private interface Start {

    Placer on(List<TracedNode> nodes, List<PodShape> pods, long seed);
  }
}
