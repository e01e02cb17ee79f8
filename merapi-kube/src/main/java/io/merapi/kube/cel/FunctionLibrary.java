package io.merapi.kube.cel;

import dev.cel.common.CelOverloadDecl;
import dev.cel.common.types.CelType;
import dev.cel.common.types.SimpleType;
import dev.cel.runtime.CelFunctionBinding;
import dev.cel.runtime.CelFunctionOverload;
import dev.cel.runtime.CelFunctionOverload.Binary;
import dev.cel.runtime.CelFunctionOverload.Unary;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Functions that expressions may call beyond the language itself; each has a declaration for the
 * compiler and a binding for the runtime.
 */
final class FunctionLibrary {

  private final Map<String, List<CelOverloadDecl>> declarations = new TreeMap<>();
  private final List<CelFunctionBinding> bindings = new ArrayList<>();

  /** Overloads by the name of their function. */
  Map<String, List<CelOverloadDecl>> declarations() {
    return Collections.unmodifiableMap(declarations);
  }

  List<CelFunctionBinding> bindings() {
    return Collections.unmodifiableList(bindings);
  }

  /** A function called as {@code name(argument)}. */
  <A> FunctionLibrary global(
      String name, String id, CelType result, Parameter<A> of, Unary<A> body) {
    declare(name, CelOverloadDecl.newGlobalOverload(id, result, of.type()));
    return bind(CelFunctionBinding.from(id, of.javaType(), body));
  }

  /** A function called as {@code name(first, second)}. */
  <A, B> FunctionLibrary global(
      String name,
      String id,
      CelType result,
      Parameter<A> first,
      Parameter<B> second,
      Binary<A, B> body) {
    declare(name, CelOverloadDecl.newGlobalOverload(id, result, first.type(), second.type()));
    return bind(CelFunctionBinding.from(id, first.javaType(), second.javaType(), body));
  }

  /** A function called as {@code target.name()}. */
  <A> FunctionLibrary member(
      String name, String id, CelType result, Parameter<A> target, Unary<A> body) {
    declare(name, CelOverloadDecl.newMemberOverload(id, result, target.type()));
    return bind(CelFunctionBinding.from(id, target.javaType(), body));
  }

  /** A function called as {@code target.name(argument)}. */
  <A, B> FunctionLibrary member(
      String name,
      String id,
      CelType result,
      Parameter<A> target,
      Parameter<B> of,
      Binary<A, B> body) {
    declare(name, CelOverloadDecl.newMemberOverload(id, result, target.type(), of.type()));
    return bind(CelFunctionBinding.from(id, target.javaType(), of.javaType(), body));
  }

  /** A function called as {@code target.name(first, second)}. */
  FunctionLibrary member(
      String name,
      String id,
      CelType result,
      Parameter<?> target,
      Parameter<?> first,
      Parameter<?> second,
      CelFunctionOverload body) {
    declare(
        name,
        CelOverloadDecl.newMemberOverload(id, result, target.type(), first.type(), second.type()));
    List<Class<?>> types = List.of(target.javaType(), first.javaType(), second.javaType());
    return bind(CelFunctionBinding.from(id, types, body));
  }

  /** Takes in all functions of another library. */
  FunctionLibrary with(FunctionLibrary other) {
    other.declarations.forEach(
        (name, overloads) -> overloads.forEach(overload -> declare(name, overload)));
    bindings.addAll(other.bindings);
    return this;
  }

  private void declare(String name, CelOverloadDecl overload) {
    declarations.computeIfAbsent(name, _ -> new ArrayList<>()).add(overload);
  }

  private FunctionLibrary bind(CelFunctionBinding binding) {
    bindings.add(binding);
    return this;
  }

  /** A parameter, as the compiler and as the runtime sees it. */
  record Parameter<T>(CelType type, Class<T> javaType) {

    static final Parameter<String> STRING = new Parameter<>(SimpleType.STRING, String.class);
    static final Parameter<Long> INT = new Parameter<>(SimpleType.INT, Long.class);
    static final Parameter<Boolean> BOOL = new Parameter<>(SimpleType.BOOL, Boolean.class);
  }
}
