package io.merapi.config.objects;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.config.objects.Tokens.Token;
import io.merapi.testkit.GoldenVectors;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every object of every golden case is read, and reads the same once it was written. */
class GoldenObjectsTest {

  private static final Set<String> OBJECTS = Set.of("objects", "incoming");

  /** YAML takes several times as long as JSON, so not every object goes through it. */
  private static final int YAML_EVERY = 5;

  private final ObjectReader reader = new ObjectReader();

  @ParameterizedTest
  @EnumSource
  void everyObjectIsRead(GoldenVectors layer) {
    var notRead = new ArrayList<String>();
    var objects = new ArrayList<ClusterObject>();

    layer.forEach((name, json) -> {
      FoundObjects found = objects(name, json);
      notRead.addAll(found.notRead);
      objects.addAll(found.read);
    });

    assertThat(notRead).isEmpty();
    assertThat(objects).hasSizeGreaterThan(10_000);
  }

  @ParameterizedTest
  @EnumSource
  void everyObjectReadsTheSameOnceItWasWritten(GoldenVectors layer) {
    var changed = new ArrayList<String>();
    int[] count = {0};

    layer.forEach((name, json) -> {
      for (ClusterObject fact : objects(name, json).read) {
        String text = ObjectWriter.json(fact);
        if (!readAgain(new JsonTokens(name, text)).equals(List.of(fact))) {
          changed.add(name + ": " + text);
        }
        if (count[0]++ % YAML_EVERY == 0) {
          String yaml = ObjectWriter.yaml(fact);
          if (!readAgain(new YamlTokens(name, yaml)).equals(List.of(fact))) {
            changed.add(name + ":\n" + yaml);
          }
        }
      }
    });

    assertThat(changed).isEmpty();
  }

  private List<ClusterObject> readAgain(Tokens tokens) {
    return FoundObjects.of(tokens, reader).read;
  }

  private FoundObjects objects(String name, byte[] json) {
    var tokens = new JsonTokens(name, new ByteArrayInputStream(json));
    var found = new FoundObjects();
    tokens.next();
    while (tokens.next() == Token.FIELD) {
      boolean objects = OBJECTS.contains(tokens.text());
      tokens.next();
      if (objects) {
        while (tokens.next() != Token.END_LIST) {
          reader.read(tokens, found);
        }
      } else {
        tokens.skipChildren();
      }
    }
    return found;
  }
}
