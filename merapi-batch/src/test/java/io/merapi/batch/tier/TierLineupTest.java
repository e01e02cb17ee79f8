package io.merapi.batch.tier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.merapi.api.framework.Reason;
import io.merapi.api.framework.ScoreException;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.BatchPlugin;
import io.merapi.api.session.extension.Fit;
import io.merapi.api.session.extension.VictimVote;
import io.merapi.api.session.extension.Vote;
import io.merapi.batch.session.World;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TierLineupTest {

  private final List<String> asked = new ArrayList<>();
  private final Map<String, Task> tasks = World.tasks("a", "b", "c", "d");

  @Test
  void theFirstDifferenceDecidesAnOrder() {
    assertThat(tiers("0 0", "1 -1").compare(this::number)).isEqualTo(1);
    assertThat(asked).containsExactly("0", "0", "1");
    assertThat(tiers("0", "0").compare(this::number)).isZero();
    assertThat(tiers().compare(this::number)).isZero();
  }

  @Test
  void allMustAgreeOverAllTiers() {
    assertThat(tiers("yes", "yes yes").all(this::yes)).isTrue();
    assertThat(tiers("yes", "no yes").all(this::yes)).isFalse();
    assertThat(tiers().all(this::yes)).isTrue();
  }

  @Test
  void oneSufficesWhereAnyCounts() {
    assertThat(tiers("no", "no yes").any(this::yes)).isTrue();
    assertThat(tiers("no").any(this::yes)).isFalse();
    assertThat(tiers().any(this::yes)).isFalse();
  }

  @Test
  void onlyTheFirstTierWithPluginsSaysWhoStarves() {
    assertThat(tiers("", "yes yes", "no").allOfFirstTier(this::yes)).isTrue();
    assertThat(tiers("yes no", "yes").allOfFirstTier(this::yes)).isFalse();
    assertThat(tiers().allOfFirstTier(this::yes)).isFalse();
  }

  @Test
  void aRejectionDecidesAtOnceAndAPermissionAtTheEndOfItsTier() {
    assertThat(tiers("PERMIT REJECT", "PERMIT").permitted(this::vote)).isFalse();
    asked.clear();
    assertThat(tiers("PERMIT ABSTAIN", "REJECT").permitted(this::vote)).isTrue();
    assertThat(asked).containsExactly("PERMIT", "ABSTAIN");
    assertThat(tiers("ABSTAIN", "REJECT").permitted(this::vote)).isFalse();
    assertThat(tiers("ABSTAIN", "ABSTAIN").permitted(this::vote)).isTrue();
    assertThat(tiers().permitted(this::vote)).isTrue();
  }

  @Test
  void theFirstRefusalIsTheAnswer() {
    Fit refusal = tiers("fits", "busy gone").firstRefusal(this::fit);
    assertThat(refusal.reasons()).containsExactly("busy");
    assertThat(tiers("fits").firstRefusal(this::fit).isSuccess()).isTrue();
  }

  @Test
  void scoresAddUpOverAllTiers() {
    assertThat(tiers("1 2", "4").sum((plugin, left, right) -> number(plugin) * left + right, 2, 1))
        .isEqualTo(17);
  }

  @Test
  void victimsOfATierAreThoseThatAllItsPluginsLetGo() {
    assertThat(victims("a,b,c b,c,d")).containsExactly("b", "c");
    assertThat(victims("a,b", "b")).containsExactly("a", "b");
  }

  @Test
  void aTierThatLeavesNoVictimFallsThrough() {
    assertThat(victims("a,b none", "b,c")).containsExactly("b", "c");
    assertThat(victims("none", "none")).isEmpty();
  }

  @Test
  void whoAbstainsHasNoSay() {
    assertThat(victims("abstain a,b")).containsExactly("a", "b");
    assertThat(victims("abstain", "c")).containsExactly("c");
  }

  /** An oddity of upstream: an empty intersection is taken for no answer yet. */
  @Test
  void afterAnEmptyIntersectionTheNextPluginOfTheTierStartsAfresh() {
    assertThat(victims("a b c", "d")).containsExactly("c");
  }

  @Test
  void picksOfTheFirstTierThatPicksAreUnited() {
    assertThat(tiers("", "a b a", "c").<String>unionOfFirstTier(plugin -> List.of(plugin.name())))
        .containsExactly("a", "b");
  }

  @Test
  void aPluginThatThrowsIsNamed() {
    TierLineup<Named> lineup = tiers("good", "bad");
    assertThatThrownBy(() ->
            lineup.all(plugin -> {
              if (plugin.name().equals("bad")) {
                throw new IllegalStateException("oops");
              }
              return true;
            }))
        .isInstanceOfSatisfying(
            PluginFailure.class,
            failure -> {
              assertThat(failure.plugin()).isEqualTo("bad");
              assertThat(failure.text()).contains("\"bad\" failed").contains("oops");
            });
  }

  @Test
  void aScoreThatCannotBeGivenIsNoFailureOfThePlugin() {
    assertThatThrownBy(() ->
            tiers("a")
                .sum(
                    (_, _, _) -> {
                      throw new ScoreException("no");
                    },
                    1,
                    1))
        .isInstanceOf(ScoreException.class);
  }

  private List<String> victims(String... tiers) {
    return tiers(tiers).victims(this::victims).stream().map(Task::name).toList();
  }

  private VictimVote victims(Named plugin) {
    return switch (plugin.name()) {
      case "abstain" -> VictimVote.abstain();
      case "none" -> VictimVote.of(List.of());
      default -> VictimVote.of(Arrays.stream(plugin.name().split(",")).map(tasks::get).toList());
    };
  }

  private int number(Named plugin) {
    asked.add(plugin.name());
    return Integer.parseInt(plugin.name());
  }

  private boolean yes(Named plugin) {
    return plugin.name().equals("yes");
  }

  private Vote vote(Named plugin) {
    asked.add(plugin.name());
    return Vote.valueOf(plugin.name());
  }

  private Fit fit(Named plugin) {
    return plugin.name().equals("fits")
        ? Fit.fits()
        : Fit.unschedulable(Reason.of("Reason", plugin.name()));
  }

  private static TierLineup<Named> tiers(String... tiers) {
    return new TierLineup<>(
        Arrays.stream(tiers)
            .map(tier ->
                Arrays.stream(tier.split(" "))
                    .filter(name -> !name.isEmpty())
                    .map(Named::new)
                    .toList())
            .toList());
  }

  private record Named(String name) implements BatchPlugin {}
}
