package io.merapi.cluster.reload;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.cluster.reload.ReloadResult.Applied;
import io.merapi.cluster.reload.ReloadResult.Refused;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileFollowerTest {

  private static final Duration OFTEN = Duration.ofMillis(10);

  @TempDir private Path directory;
  private final BlockingQueue<ReloadResult> results = new LinkedBlockingQueue<>();
  private final AtomicInteger attempts = new AtomicInteger();
  private Path file = Path.of("");
  private FileFollower follower = new FileFollower(List.of(file), OFTEN);

  @BeforeEach
  void writeTheFile() throws IOException {
    file = directory.resolve("scheduler.conf");
    Files.writeString(file, "good");
    follower = new FileFollower(List.of(file), OFTEN);
  }

  @AfterEach
  void stop() {
    follower.close();
  }

  @Test
  void whatASavedFileSaysIsTriedOnce() throws Exception {
    start();
    Files.writeString(file, "better");
    assertThat(next()).isEqualTo(new Applied(List.of("better")));

    // Nothing happens for the same contents.
    Files.writeString(file, "better");
    Files.writeString(file, "best");
    assertThat(next()).isEqualTo(new Applied(List.of("best")));
    assertThat(attempts).hasValue(2);
  }

  @Test
  void aChangeBeforeTheFirstLookIsSeen() throws Exception {
    Files.writeString(file, "better");
    start();
    assertThat(next()).isEqualTo(new Applied(List.of("better")));
  }

  @Test
  void whatIsRefusedIsTriedAgainWhenItHasChanged() throws Exception {
    start();
    Files.writeString(file, "bad");
    assertThat(next()).isEqualTo(new Refused("bad"));
    // Back to what is in force.
    Files.writeString(file, "good");
    assertThat(next()).isEqualTo(new Applied(List.of("good")));
    assertThat(attempts).hasValue(2);
  }

  @Test
  void whatMayPassIsTriedUntilItHas() throws Exception {
    start();
    Files.writeString(file, "later");
    assertThat(next()).isEqualTo(new Refused("not yet", true));
    assertThat(next()).isEqualTo(new Refused("not yet", true));
    assertThat(next()).isEqualTo(new Applied(List.of("later")));
  }

  @Test
  void aFileThatIsGoneIsRefusedAndTakenWhenItIsBack() throws Exception {
    start();
    Files.delete(file);
    assertThat(next()).isInstanceOf(Refused.class);
    Files.writeString(file, "better");
    assertThat(next()).isEqualTo(new Applied(List.of("better")));
  }

  @Test
  void anAttemptThatThrowsIsARefusal() throws Exception {
    follower.start(
        () -> {
          throw new IllegalStateException("oops");
        },
        (_, result) -> results.add(result));
    Files.writeString(file, "better");
    assertThat(next())
        .isInstanceOfSatisfying(
            Refused.class, refused -> assertThat(refused.why()).contains("oops"));
  }

  @Test
  void aMountedConfigMapIsFollowedThroughTheSwapOfItsLink() throws Exception {
    Path first = Files.createDirectory(directory.resolve("..2026_01"));
    Path second = Files.createDirectory(directory.resolve("..2026_02"));
    Files.writeString(first.resolve("conf"), "one");
    Files.writeString(second.resolve("conf"), "two");
    Path data = directory.resolve("..data");
    Files.createSymbolicLink(data, first.getFileName());
    Path mounted = directory.resolve("mounted.conf");
    Files.createSymbolicLink(mounted, Path.of("..data", "conf"));
    file = mounted;
    follower = new FileFollower(List.of(mounted), OFTEN);
    start();

    Path swap = directory.resolve("..data_tmp");
    Files.createSymbolicLink(swap, second.getFileName());
    Files.move(swap, data, java.nio.file.StandardCopyOption.ATOMIC_MOVE);
    assertThat(next()).isEqualTo(new Applied(List.of("two")));
  }

  @Test
  void aDirectoryIsFollowedWithTheFilesInIt() throws Exception {
    Path jars = Files.createDirectory(directory.resolve("jars"));
    follower = new FileFollower(List.of(file, jars), OFTEN);
    start();
    Files.writeString(jars.resolve("plugin.jar"), "1");
    assertThat(next()).isEqualTo(new Applied(List.of("good")));
    Files.writeString(jars.resolve("plugin.jar"), "2");
    assertThat(next()).isEqualTo(new Applied(List.of("good")));
    Files.delete(jars.resolve("plugin.jar"));
    assertThat(next()).isEqualTo(new Applied(List.of("good")));
  }

  private void start() {
    follower.start(this::attempt, (_, result) -> results.add(result));
  }

  private ReloadResult attempt() {
    int count = attempts.incrementAndGet();
    try {
      String text = Files.readString(file);
      return switch (text) {
        case "bad" -> new Refused("bad");
        case "later" -> count < 3 ? new Refused("not yet", true) : new Applied(List.of("later"));
        default -> new Applied(List.of(text));
      };
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private ReloadResult next() throws InterruptedException {
    ReloadResult result = results.poll(20, TimeUnit.SECONDS);
    assertThat(result).isNotNull();
    return result == null ? new Refused("") : result;
  }
}
