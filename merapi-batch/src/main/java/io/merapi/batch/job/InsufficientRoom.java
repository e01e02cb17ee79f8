package io.merapi.batch.job;

import io.merapi.api.framework.Reason;
import io.merapi.api.resource.Dimensions;
import io.merapi.api.resource.MissingDimension;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.resource.Resources;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * A node will have too little for a task, even once what is being released is free.
 *
 * @param requested by the task
 * @param room of the node, less than that
 */
public record InsufficientRoom(Resources requested, Resources room) implements Reason {

  /** The names of the resources that are short, at least one. */
  List<String> resources() {
    return Dimensions.exceeding(requested, room, MissingDimension.ZERO);
  }

  @Override
  public String code() {
    return "InsufficientResource";
  }

  /** Kept from upstream: only one of the resources is named. */
  @Override
  public String summary() {
    return summary(
        Objects.requireNonNull(Dimensions.firstExceeding(requested, room, MissingDimension.ZERO)));
  }

  static String summary(String resource) {
    return "Insufficient " + resource;
  }

  @Override
  public String detail() {
    return resources().stream().map(this::detail).collect(Collectors.joining("; "));
  }

  private String detail(String resource) {
    double wanted = amount(resource, requested);
    double found = amount(resource, room);
    return "%s: wants %s, there will be %s, lacks %s"
        .formatted(resource, text(wanted), text(found), text(wanted - found));
  }

  /** In the unit that users write: cores, bytes, or how many. */
  private static double amount(String resource, Resources amounts) {
    int id = amounts.dictionary().index(resource);
    boolean thousandths = id != ResourceDictionary.MEMORY && id != ResourceDictionary.PODS;
    return thousandths ? amounts.get(id) / 1000 : amounts.get(id);
  }

  private static String text(double amount) {
    return BigDecimal.valueOf(amount).stripTrailingZeros().toPlainString();
  }
}
