package io.merapi.kube.configuration;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What Kubernetes accepts as the key and as the value of a label, and how it says what is wrong.
 */
public final class QualifiedNames {

  private static final String NAME = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
  private static final String VALUE = "(" + NAME + ")?";
  private static final String LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
  private static final String SUBDOMAIN = LABEL + "(\\." + LABEL + ")*";
  private static final Pattern NAME_FORM = Pattern.compile(NAME);
  private static final Pattern VALUE_FORM = Pattern.compile(VALUE);
  private static final Pattern SUBDOMAIN_FORM = Pattern.compile(SUBDOMAIN);
  private static final int MAX_NAME = 63;
  private static final int MAX_SUBDOMAIN = 253;
  private static final String NAME_RULE =
      "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an"
          + " alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for"
          + " validation is '"
          + NAME
          + "')";

  private QualifiedNames() {}

  /** What is wrong with the key of a label, or with the name of a resource; empty if nothing is. */
  public static List<String> faults(String key) {
    var faults = new ArrayList<String>();
    int slash = key.indexOf('/');
    if (slash != key.lastIndexOf('/')) {
      return List.of(
          "a valid label key "
              + NAME_RULE
              + " with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')");
    }
    if (slash == 0) {
      faults.add("prefix part must be non-empty");
    } else if (slash > 0) {
      subdomainFaults(key.substring(0, slash), faults);
    }
    String name = key.substring(slash + 1);
    if (name.isEmpty()) {
      faults.add("name part must be non-empty");
    } else if (bytes(name) > MAX_NAME) {
      faults.add("name part must be no more than %d bytes".formatted(MAX_NAME));
    }
    if (!NAME_FORM.matcher(name).matches()) {
      faults.add("name part " + NAME_RULE);
    }
    return faults;
  }

  /** What is wrong with the value of a label; empty if nothing is. */
  public static List<String> valueFaults(String value) {
    var faults = new ArrayList<String>();
    if (bytes(value) > MAX_NAME) {
      faults.add("must be no more than %d bytes".formatted(MAX_NAME));
    }
    if (!VALUE_FORM.matcher(value).matches()) {
      faults.add(
          "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or"
              + " '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or"
              + " 'my_value',  or '12345', regex used for validation is '"
              + VALUE
              + "')");
    }
    return faults;
  }

  /** Whether a resource is one that extenders and devices may offer, not one of Kubernetes' own. */
  public static boolean isExtendedResource(String name) {
    return name.contains("/")
        && !name.contains("kubernetes.io/")
        && !name.startsWith("requests.")
        && faults("requests." + name).isEmpty();
  }

  private static void subdomainFaults(String prefix, List<String> faults) {
    if (bytes(prefix) > MAX_SUBDOMAIN) {
      faults.add("prefix part must be no more than %d bytes".formatted(MAX_SUBDOMAIN));
    }
    if (!SUBDOMAIN_FORM.matcher(prefix).matches()) {
      faults.add(
          "prefix part a lowercase RFC 1123 subdomain must consist of lower case alphanumeric"
              + " characters, '-' or '.', and must start and end with an alphanumeric character"
              + " (e.g. 'example.com', regex used for validation is '"
              + SUBDOMAIN
              + "')");
    }
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
