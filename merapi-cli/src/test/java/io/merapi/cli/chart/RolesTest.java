package io.merapi.cli.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.merapi.cli.chart.Roles.Rule;
import io.merapi.cluster.http.ApiRequest;
import io.merapi.cluster.permission.ApiCall;
import io.merapi.cluster.permission.ApiReads;
import io.merapi.cluster.permission.Layer;
import io.merapi.cluster.permission.Need;
import io.merapi.cluster.permission.Permission;
import io.merapi.cluster.permission.Verb;
import io.merapi.cluster.run.RequiredPermissions;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The roles of the chart allow what the code asks of the API server, and nothing else. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class RolesTest {

  private static final String SHARED_DEVICES =
      "scheduler_config_override: 'actions: allocate\n\n"
          + "    tiers: [{plugins: [{name: deviceshare}]}]'";
  private static final String NODE_METRICS =
      "scheduler_config_override: 'metrics: {type: prometheus_adaptor}'";

  private static final Set<String> MAKERS = Set.of("<init>", "get", "post", "delete", "patch");

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.merapi.cluster", "io.merapi.cli");

  static Stream<Arguments> releases() {
    Set<Layer> kube = EnumSet.of(Layer.KUBE);
    Set<Layer> batch = EnumSet.of(Layer.BATCH);
    Set<Layer> both = EnumSet.allOf(Layer.class);
    Set<Need> usual = EnumSet.of(Need.SCHEDULING, Need.ELECTION, Need.GUARDED_PAGES);
    return Stream.of(
        Arguments.of("mode: kube", kube, usual),
        Arguments.of("mode: batch", batch, usual),
        Arguments.of("mode: both", both, usual),
        Arguments.of(
            "{mode: kube, leader_elect_enable: 'false'}",
            kube,
            EnumSet.of(Need.SCHEDULING, Need.GUARDED_PAGES)),
        Arguments.of(
            "{mode: batch, scheduler_metrics_enable: false}",
            batch,
            EnumSet.of(Need.SCHEDULING, Need.ELECTION)),
        Arguments.of(SHARED_DEVICES, batch, with(usual, Need.SHARED_DEVICES)),
        Arguments.of(NODE_METRICS, batch, with(usual, Need.NODE_METRICS)));
  }

  private static Set<Need> with(Set<Need> needs, Need one) {
    EnumSet<Need> more = EnumSet.copyOf(needs);
    more.add(one);
    return more;
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("releases")
  void rolesAllowWhatTheCodeAsksForAndNothingElse(
      String values, Set<Layer> layers, Set<Need> needs) {
    var roles = new Roles(Chart.render("custom: \n  " + values));

    assertThat(roles.permissions())
        .as("what the roles allow, against what the code declares")
        .containsExactlyInAnyOrderElementsOf(RequiredPermissions.of(layers, needs));
  }

  @Test
  void everyRuleNamesTheClassesThatNeedIt() {
    for (String values : List.of("mode: both", SHARED_DEVICES, NODE_METRICS)) {
      for (Rule rule : new Roles(Chart.render("custom: \n  " + values)).rules()) {
        assertThat(rule.comment()).as("the comment above %s", rule.permissions()).isNotEmpty();
        users(rule.permissions())
            .forEach(user ->
                assertThat(rule.comment())
                    .as("the comment above %s", rule.permissions())
                    .contains(user));
      }
    }
  }

  @Test
  void leasesAndConfigMapsAreNamedWhereTheyCanBe() {
    assertThat(new Roles(Chart.render("custom: {mode: both}")).rules())
        .filteredOn(rule -> !rule.names().isEmpty())
        .extracting(Rule::names)
        .containsExactly(
            List.of("kube-scheduler"),
            List.of("volcano"),
            List.of("extension-apiserver-authentication"));
  }

  @Test
  void aLeaseOfAnotherNameIsTheOneThatTheRoleIsAbout() {
    Manifests manifests =
        Chart.render(
            """
            custom:
              mode: kube
              kube_config_override: |
                apiVersion: kubescheduler.config.k8s.io/v1
                kind: KubeSchedulerConfiguration
                leaderElection: {resourceName: mine, resourceNamespace: elsewhere}
            """);

    assertThat(manifests.all("Role"))
        .extracting(role -> Manifests.text(role, "metadata", "namespace"))
        .contains("elsewhere");
    assertThat(new Roles(manifests).rules())
        .extracting(Rule::names)
        .anySatisfy(names -> assertThat(names).isEqualTo(List.of("mine")));
  }

  /** What is declared nowhere cannot be sent, because nobody else makes a request. */
  @Test
  void requestsAreMadeOfDeclarationsOnly() {
    var makers = new TreeSet<String>();
    for (JavaClass type : CLASSES) {
      type.getAccessesFromSelf().stream()
          .filter(access -> access.getTargetOwner().isEquivalentTo(ApiRequest.class))
          .filter(access -> MAKERS.contains(access.getTarget().getName()))
          .forEach(access -> makers.add(type.getPackageName()));
    }

    assertThat(makers).containsExactly("io.merapi.cluster.http", "io.merapi.cluster.permission");
  }

  @Test
  void everyDeclarationIsUsed() {
    for (ApiCall call : ApiCall.values()) {
      assertThat(users(call)).as("classes that use %s", call).isNotEmpty();
    }
  }

  /** The classes whose requests take some of these permissions, as their byte code says. */
  private static Set<String> users(Set<Permission> permissions) {
    var users = new TreeSet<String>();
    for (ApiCall call : ApiCall.values()) {
      if (call.need() != Need.GRANTED_TO_ALL
          && call.permissions().stream().anyMatch(permissions::contains)) {
        users.addAll(users(call));
      }
    }
    if (permissions.stream().anyMatch(it -> it.verb() == Verb.WATCH)) {
      CLASSES.get(ApiReads.class).getAccessesToSelf().stream()
          .filter(access -> access.getTarget().getName().equals("watch"))
          .forEach(access -> users.add(outermost(access.getOriginOwner())));
    }
    return users;
  }

  private static Set<String> users(ApiCall call) {
    var users = new TreeSet<String>();
    CLASSES.get(ApiCall.class).getField(call.name()).getAccessesToSelf().stream()
        .map(JavaAccess::getOriginOwner)
        .filter(owner -> !owner.isEquivalentTo(ApiCall.class))
        .map(RolesTest::outermost)
        // It asks beforehand about what others do.
        .filter(user -> !user.equals("AccessCheck") || call.need() == Need.GRANTED_TO_ALL)
        .forEach(users::add);
    return users;
  }

  private static String outermost(JavaClass type) {
    return type.getEnclosingClass().map(RolesTest::outermost).orElse(type.getSimpleName());
  }
}
