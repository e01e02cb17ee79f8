package io.merapi.config.source;

import io.merapi.api.resource.Quantity;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Which values a configuration format takes for a number, a flag and so on; null where it does not
 * take the value. The formats disagree: Volcano reads the text {@code "true"} as a flag, for one.
 */
public interface ScalarRules {

  @Nullable Long integer(SourceNode node);

  @Nullable Double number(SourceNode node);

  @Nullable Boolean flag(SourceNode node);

  @Nullable String text(SourceNode node);

  @Nullable Duration duration(SourceNode node);

  @Nullable Quantity quantity(SourceNode node);
}
