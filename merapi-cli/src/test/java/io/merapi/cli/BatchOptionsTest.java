package io.merapi.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class BatchOptionsTest {

  @TempDir private Path directory;

  @Test
  void theDefaultStandsInForARefusedFileAtTheStartAlone() throws IOException {
    Path file = directory.resolve("conf");
    Files.writeString(file, "actions: [");
    var options = new BatchOptions();
    new CommandLine(CommandLine.Model.CommandSpec.create().addMixin("batch", mixin(options)))
        .parseArgs("--scheduler-conf", file.toString());
    var general = new KubeOptions();

    assertThat(options.read(general).refusal()).isEmpty();
    assertThat(options.readWithoutDefault(general).refusal()).isNotEmpty();

    Files.writeString(file, "actions: \"allocate\"\ntiers: [{plugins: [{name: gang}]}]");
    assertThat(options.readWithoutDefault(general).refusal()).isEmpty();
  }

  private static CommandLine.Model.CommandSpec mixin(BatchOptions options) {
    return CommandLine.Model.CommandSpec.forAnnotatedObject(options);
  }
}
