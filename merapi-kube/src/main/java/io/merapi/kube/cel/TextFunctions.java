package io.merapi.kube.cel;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.cel.common.types.ListType;
import dev.cel.common.types.SimpleType;
import io.merapi.kube.cel.FunctionLibrary.Parameter;
import java.util.ArrayList;
import java.util.List;

/** Parts of texts that match a regular expression. */
final class TextFunctions {

  private static final ListType STRINGS = ListType.create(SimpleType.STRING);

  private TextFunctions() {}

  static FunctionLibrary matches() {
    return new FunctionLibrary()
        .member(
            "find",
            "string_find_string",
            SimpleType.STRING,
            Parameter.STRING,
            Parameter.STRING,
            (text, regex) -> findAll(text, regex, 1).stream().findFirst().orElse(""))
        .member(
            "findAll",
            "string_find_all_string",
            STRINGS,
            Parameter.STRING,
            Parameter.STRING,
            (text, regex) -> findAll(text, regex, -1))
        .member(
            "findAll",
            "string_find_all_string_int",
            STRINGS,
            Parameter.STRING,
            Parameter.STRING,
            Parameter.INT,
            arguments ->
                findAll((String) arguments[0], (String) arguments[1], (Long) arguments[2]));
  }

  /** The matches from left to right, not more than so many; less than 0 means all. */
  private static List<String> findAll(String text, String regex, long most) {
    var found = new ArrayList<String>();
    Matcher matcher = pattern(regex).matcher(text);
    while ((most < 0 || found.size() < most) && matcher.find()) {
      found.add(matcher.group());
    }
    return found;
  }

  /**
   * The pattern of a regular expression.
   *
   * @throws IllegalArgumentException if it is none
   */
  static Pattern pattern(String regex) {
    try {
      return Pattern.compile(regex);
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException("Illegal regex: " + e.getMessage(), e);
    }
  }
}
