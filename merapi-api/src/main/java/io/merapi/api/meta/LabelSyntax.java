package io.merapi.api.meta;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * What keys and values of labels may look like, with the texts in which Kubernetes complains.
 *
 * <p>Names of extended resources follow the same rule as keys. Upstream counterpart: {@code
 * k8s.io/apimachinery/pkg/api/validate/content}.
 */
public final class LabelSyntax {

  private static final int LONGEST_PREFIX = 253;
  private static final int LONGEST_NAME = 63;

  private static final String NAME_PATTERN = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
  private static final String BAD_NAME =
      "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an"
          + " alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for"
          + " validation is '"
          + NAME_PATTERN
          + "')";
  private static final String BAD_VALUE =
      "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or"
          + " '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or"
          + " 'my_value',  or '12345', regex used for validation is '("
          + NAME_PATTERN
          + ")?')";
  private static final String BAD_PREFIX =
      "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or"
          + " '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex"
          + " used for validation is"
          + " '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

  private LabelSyntax() {}

  /** Whether the text is {@code name} or {@code dns.subdomain/name} within Kubernetes' limits. */
  public static boolean isKey(String text) {
    int slash = text.indexOf('/');
    String name = text.substring(slash + 1);
    return isName(name)
        && name.length() <= LONGEST_NAME
        && (slash < 0 || (slash <= LONGEST_PREFIX && isSubdomain(text.substring(0, slash))));
  }

  /** Whether the text is empty or a name within Kubernetes' limits. */
  public static boolean isValue(String text) {
    return text.isEmpty() || (text.length() <= LONGEST_NAME && isName(text));
  }

  /** What is wrong with a key, in upstream's words; empty if nothing is. */
  public static List<String> keyProblems(String text) {
    if (isKey(text)) {
      return List.of();
    }
    int slash = text.indexOf('/');
    if (text.indexOf('/', slash + 1) >= 0 && slash >= 0) {
      return List.of(
          "a valid label key "
              + BAD_NAME
              + " with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')");
    }
    var problems = new ArrayList<String>();
    if (slash == 0) {
      problems.add("prefix part must be non-empty");
    } else if (slash > 0) {
      String prefix = text.substring(0, slash);
      if (bytes(prefix) > LONGEST_PREFIX) {
        problems.add("prefix part " + tooLong(LONGEST_PREFIX));
      }
      if (!isSubdomain(prefix)) {
        problems.add("prefix part " + BAD_PREFIX);
      }
    }
    String name = text.substring(slash + 1);
    if (name.isEmpty()) {
      problems.add("name part must be non-empty");
    } else if (bytes(name) > LONGEST_NAME) {
      problems.add("name part " + tooLong(LONGEST_NAME));
    }
    if (!isName(name)) {
      problems.add("name part " + BAD_NAME);
    }
    return problems;
  }

  /** What is wrong with a value, in upstream's words; empty if nothing is. */
  public static List<String> valueProblems(String text) {
    if (isValue(text)) {
      return List.of();
    }
    var problems = new ArrayList<String>();
    if (bytes(text) > LONGEST_NAME) {
      problems.add(tooLong(LONGEST_NAME));
    }
    if (!isName(text)) {
      problems.add(BAD_VALUE);
    }
    return problems;
  }

  private static String tooLong(int most) {
    return "must be no more than " + most + " bytes";
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  private static boolean isName(String text) {
    int last = text.length() - 1;
    for (int i = 0; i <= last; i++) {
      char c = text.charAt(i);
      boolean inner = i > 0 && i < last && (c == '-' || c == '_' || c == '.');
      if (!inner && !isLowerOrDigit(c) && !(c >= 'A' && c <= 'Z')) {
        return false;
      }
    }
    return last >= 0;
  }

  private static boolean isSubdomain(String text) {
    int last = text.length() - 1;
    for (int i = 0; i <= last; i++) {
      char c = text.charAt(i);
      boolean startsLabel = i == 0 || text.charAt(i - 1) == '.';
      boolean endsLabel = i == last || text.charAt(i + 1) == '.';
      boolean allowed =
          isLowerOrDigit(c)
              || (c == '-' && !startsLabel && !endsLabel)
              || (c == '.' && !startsLabel && i < last);
      if (!allowed) {
        return false;
      }
    }
    return last >= 0;
  }

  private static boolean isLowerOrDigit(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
  }
}
