package io.merapi.sim.report.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class MarkupTest {

  private final Markup page = new Markup();

  @Test
  void escapesTextsAndAttributes() {
    page.element("p", "a < b & \"c\"", "title", "'>\u0000<x y=\"1\">");

    assertThat(page.page())
        .endsWith(
            "<p title=\"&#39;&gt;\uFFFD&lt;x y=&quot;1&quot;&gt;\">a &lt; b &amp;"
                + " &quot;c&quot;</p>");
  }

  @Test
  void refusesAScriptThatWouldEndItself() {
    assertThatThrownBy(() -> page.verbatim("script", "'</script>'"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void isNoPageWhileAnElementIsOpen() {
    page.open("main");

    assertThatThrownBy(page::page).hasMessage("still open: [main]");
  }
}
