package io.merapi.api.resource;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class ResourceDictionaryTest {

  @Test
  void knowsTheResourcesOfEveryCluster() {
    var dictionary = new ResourceDictionary();
    assertThat(dictionary.name(ResourceDictionary.CPU)).isEqualTo("cpu");
    assertThat(dictionary.name(ResourceDictionary.MEMORY)).isEqualTo("memory");
    assertThat(dictionary.name(ResourceDictionary.EPHEMERAL_STORAGE))
        .isEqualTo("ephemeral-storage");
    assertThat(dictionary.name(ResourceDictionary.PODS)).isEqualTo("pods");
    assertThat(dictionary.size()).isEqualTo(4);
  }

  @Test
  void givesANameTheSameNumberForGood() {
    var dictionary = new ResourceDictionary();
    int gpu = dictionary.index("nvidia.com/gpu");
    dictionary.index("example.com/fpga");
    assertThat(dictionary.index("nvidia.com/gpu")).isEqualTo(gpu);
    assertThat(dictionary.find("nvidia.com/gpu")).isEqualTo(gpu);
    assertThat(dictionary.name(gpu)).isEqualTo("nvidia.com/gpu");
  }

  @Test
  void findsNothingUnderANameThatWasNeverAdded() {
    var dictionary = new ResourceDictionary();
    assertThat(dictionary.find("nvidia.com/gpu")).isEqualTo(-1);
    assertThat(dictionary.size()).isEqualTo(4);
  }

  @Test
  void readersSeeEveryNameUpToTheSizeTheyRead() throws InterruptedException {
    var dictionary = new ResourceDictionary();
    var consistent = new AtomicBoolean(true);
    Thread reader =
        new Thread(() -> {
          int size;
          do {
            size = dictionary.size();
            for (int i = 0; i < size; i++) {
              if (dictionary.find(dictionary.name(i)) != i) {
                consistent.set(false);
              }
            }
          } while (size < 500);
        });
    reader.start();
    for (int i = 4; i < 500; i++) {
      dictionary.index("example.com/r" + i);
    }
    reader.join();
    assertThat(consistent).isTrue();
  }
}
