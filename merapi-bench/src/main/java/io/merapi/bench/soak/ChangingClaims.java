package io.merapi.bench.soak;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.kube.state.AssumedObjects.Place;
import io.merapi.kube.state.ClusterState;
import io.merapi.testkit.PodBuilder;
import io.merapi.testkit.RandomClaims;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/** Claims of a cluster, and what they claim, as they come, change and go. */
final class ChangingClaims {

  private final ClusterState state;
  private final Consumer<ClusterObject> apply;
  private final Consumer<ClusterObject> delete;

  /** Where claims are that were made for single pods. */
  private final List<Place> owned = new ArrayList<>();

  ChangingClaims(
      ClusterState state, Consumer<ClusterObject> apply, Consumer<ClusterObject> delete) {
    this.state = state;
    this.apply = apply;
    this.delete = delete;
  }

  /** Has a pod claim something that is made for it alone. */
  void makeFor(PodBuilder pod, String name, RandomClaims claims) {
    for (ClusterObject own : claims.claimingOwn(pod, name)) {
      owned.add(new Place(own.kind(), own.key()));
      apply.accept(own);
    }
  }

  /** Any object that has to do with claims comes, changes or goes. */
  String change(RandomClaims claims, SplittableRandom random) {
    ClusterObject object = claims.any();
    boolean goes = random.nextInt(12) == 0;
    (goes ? delete : apply).accept(object);
    return "%s %s %s"
        .formatted(object.kind().kindName(), object.key(), goes ? "goes" : "comes or changes");
  }

  /** A claim that was made for a pod is bound, is given devices or is gone. */
  String goOn(RandomClaims claims, SplittableRandom random) {
    if (owned.isEmpty()) {
      return "nothing";
    }
    Place place = owned.get(random.nextInt(owned.size()));
    ClusterObject claim = state.snapshot().objects(place.kind()).get(place.key());
    if (claim == null || random.nextInt(6) == 0) {
      owned.remove(place);
      if (claim != null) {
        delete.accept(claim);
      }
      return place + " goes";
    }
    List<ClusterObject> changed = claims.onward(claim);
    changed.forEach(apply);
    return place + " goes on: " + changed;
  }
}
