package io.merapi.api.resource;

import java.util.HashMap;

/** Resource lists in one line. */
final class Lists {

  private Lists() {}

  static ResourceList list(String... namesAndAmounts) {
    var amounts = new HashMap<String, Quantity>();
    for (int i = 0; i < namesAndAmounts.length; i += 2) {
      amounts.put(namesAndAmounts[i], Quantity.parse(namesAndAmounts[i + 1]));
    }
    return new ResourceList(amounts);
  }
}
