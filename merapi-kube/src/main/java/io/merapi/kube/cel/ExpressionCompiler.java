package io.merapi.kube.cel;

import com.google.common.collect.ImmutableCollection;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelFunctionDecl;
import dev.cel.common.CelOptions;
import dev.cel.common.CelValidationException;
import dev.cel.common.CelValidationResult;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import dev.cel.common.navigation.CelNavigableAst;
import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypeProvider;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.StructType;
import dev.cel.common.types.StructTypeReference;
import dev.cel.compiler.CelCompiler;
import dev.cel.compiler.CelCompilerBuilder;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.extensions.CelExtensions;
import dev.cel.extensions.CelStringExtensions;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelFunctionBinding;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelRuntimeFactory;
import dev.cel.runtime.CelStandardFunctions;
import dev.cel.runtime.standard.InOperator.InOverload;
import dev.cel.validator.CelValidator;
import dev.cel.validator.CelValidatorFactory;
import dev.cel.validator.validators.DurationLiteralValidator;
import dev.cel.validator.validators.HomogeneousLiteralValidator;
import dev.cel.validator.validators.TimestampLiteralValidator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The language of device selectors: the Common Expression Language with what Kubernetes adds to it,
 * and one variable, {@code device}.
 */
final class ExpressionCompiler {

  private static final String DEVICE_TYPE = "kubernetes.DRADevice";

  private static final CelOptions OPTIONS =
      CelOptions.current()
          .enableHeterogeneousNumericComparisons(true)
          .enableOptionalSyntax(true)
          .enableHiddenAccumulatorVar(true)
          .comprehensionMaxIterations(-1)
          .build();

  /** The functions that take a regular expression. */
  private static final Set<String> MATCHING = Set.of("matches", "find", "findAll");

  private static final ImmutableSet<CelStringExtensions.Function> TEXT_FUNCTIONS =
      ImmutableSet.of(
          CelStringExtensions.Function.CHAR_AT,
          CelStringExtensions.Function.INDEX_OF,
          CelStringExtensions.Function.JOIN,
          CelStringExtensions.Function.LAST_INDEX_OF,
          CelStringExtensions.Function.LOWER_ASCII,
          CelStringExtensions.Function.QUOTE,
          CelStringExtensions.Function.REPLACE,
          CelStringExtensions.Function.SPLIT,
          CelStringExtensions.Function.SUBSTRING,
          CelStringExtensions.Function.TRIM,
          CelStringExtensions.Function.UPPER_ASCII);

  private final CelCompiler compiler;
  private final CelRuntime runtime;
  private final CelValidator validator;
  private final boolean listAttributes;

  ExpressionCompiler(boolean consumableCapacity, boolean listAttributes) {
    FunctionLibrary functions =
        new FunctionLibrary()
            .with(ValueFunctions.quantities())
            .with(ValueFunctions.versions())
            .with(TextFunctions.matches())
            .with(ListFunctions.lists())
            .with(AddressFunctions.urls())
            .with(AddressFunctions.addresses())
            .with(AddressFunctions.networks());
    if (listAttributes) {
      functions.with(ListFunctions.ofAttributes());
    }
    this.compiler = compiler(functions, deviceType(consumableCapacity, listAttributes));
    this.runtime = runtime(functions);
    this.validator =
        CelValidatorFactory.standardCelValidatorBuilder(compiler, runtime)
            .addAstValidators(
                DurationLiteralValidator.INSTANCE,
                TimestampLiteralValidator.INSTANCE,
                // The macro sortBy makes pairs of keys and values.
                HomogeneousLiteralValidator.newInstance("lists.@sortByAssociatedKeys"))
            .build();
    this.listAttributes = listAttributes;
  }

  private static StructType deviceType(boolean consumableCapacity, boolean listAttributes) {
    var fields = ImmutableMap.<String, CelType>builder();
    fields.put("driver", SimpleType.STRING);
    fields.put("attributes", byDomain(listAttributes ? SimpleType.DYN : SimpleType.ANY));
    fields.put("capacity", byDomain(ValueFunctions.QUANTITY_TYPE));
    if (consumableCapacity) {
      fields.put("allowMultipleAllocations", SimpleType.BOOL);
    }
    ImmutableMap<String, CelType> known = fields.buildOrThrow();
    return StructType.create(
        DEVICE_TYPE, known.keySet(), name -> Optional.ofNullable(known.get(name)));
  }

  private static MapType byDomain(CelType values) {
    return MapType.create(SimpleType.STRING, MapType.create(SimpleType.STRING, values));
  }

  private static CelCompiler compiler(FunctionLibrary functions, StructType device) {
    CelCompilerBuilder builder =
        CelCompilerFactory.standardCelCompilerBuilder()
            .setOptions(OPTIONS)
            .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
            .setTypeProvider(new OneType(device))
            .addVar("device", StructTypeReference.create(DEVICE_TYPE))
            .addLibraries(
                CelExtensions.optional(),
                CelExtensions.bindings(),
                CelExtensions.comprehensions(),
                CelExtensions.lists(),
                CelExtensions.sets(OPTIONS),
                CelExtensions.strings(TEXT_FUNCTIONS));
    functions
        .declarations()
        .forEach((name, overloads) ->
            builder.addFunctionDeclarations(
                CelFunctionDecl.newFunctionDeclaration(name, overloads)));
    return builder.build();
  }

  private static CelRuntime runtime(FunctionLibrary functions) {
    return CelRuntimeFactory.legacyCelRuntimeBuilder()
        .setOptions(OPTIONS)
        .setStandardEnvironmentEnabled(false)
        .setStandardFunctions(
            CelStandardFunctions.newBuilder()
                .filterFunctions((_, overload) -> overload != InOverload.IN_MAP)
                .build())
        .addFunctionBindings(
            CelFunctionBinding.from("in_map", Object.class, Map.class, ExpressionCompiler::isKeyOf))
        .addLibraries(
            CelExtensions.optional(),
            CelExtensions.comprehensions(),
            CelExtensions.lists(),
            CelExtensions.sets(OPTIONS),
            CelExtensions.strings(TEXT_FUNCTIONS))
        .addFunctionBindings(functions.bindings())
        .build();
  }

  /** The operator {@code in}, which knows the domains that a device has. */
  private static boolean isKeyOf(Object key, Map<?, ?> map) {
    if (map instanceof DomainMap domains) {
      return domains.has(key);
    }
    return map.containsKey(key)
        || (key instanceof Number number
            && map.keySet().stream()
                .anyMatch(other ->
                    other instanceof Number known && known.doubleValue() == number.doubleValue()));
  }

  /** Compiles an expression; one that cannot be compiled says why. */
  DeviceExpression compile(String expression) {
    try {
      CelAbstractSyntaxTree tree = compiler.compile(expression).getAst();
      CelValidationResult literals = validator.validate(tree);
      if (literals.hasError()) {
        return DeviceExpression.broken("compilation failed: " + literals.getErrorString());
      }
      checkPatterns(tree);
      CelType result = tree.getResultType();
      if (!result.equals(SimpleType.BOOL)
          && !result.equals(SimpleType.ANY)
          && !(listAttributes && result.equals(SimpleType.DYN))) {
        return DeviceExpression.broken(
            "must evaluate to bool or the unknown type, not " + result.name());
      }
      return DeviceExpression.compiled(runtime.createProgram(tree), tree);
    } catch (CelValidationException | IllegalArgumentException e) {
      return DeviceExpression.broken("compilation failed: " + e.getMessage());
    } catch (CelEvaluationException e) {
      return DeviceExpression.broken("program instantiation failed: " + e.getMessage());
    } catch (StackOverflowError _) {
      return DeviceExpression.broken("compilation failed: the expression is nested too deeply");
    }
  }

  /**
   * Reads the regular expressions that are written out.
   *
   * @throws IllegalArgumentException if one is none
   */
  private static void checkPatterns(CelAbstractSyntaxTree tree) {
    CelNavigableAst.fromAst(tree)
        .getRoot()
        .allNodes()
        .filter(node -> node.getKind() == Kind.CALL)
        .map(node -> node.expr().call())
        .filter(call -> MATCHING.contains(call.function()))
        // The text comes first, as the target or as an argument, and the pattern after it.
        .map(call -> call.args().get(call.target().isPresent() ? 0 : 1))
        .filter(pattern -> pattern.exprKind().getKind() == Kind.CONSTANT)
        .forEach(pattern -> TextFunctions.pattern(pattern.constant().stringValue()));
  }

  /** Knows the type of the variable and nothing else. */
  private record OneType(StructType type) implements CelTypeProvider {

    @Override
    public ImmutableCollection<CelType> types() {
      return ImmutableList.of(type);
    }

    @Override
    public Optional<CelType> findType(String name) {
      return name.equals(type.name()) ? Optional.of(type) : Optional.empty();
    }
  }
}
