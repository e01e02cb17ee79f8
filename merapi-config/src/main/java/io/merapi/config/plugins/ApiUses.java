package io.merapi.config.plugins;

import io.merapi.api.plugin.ProblemKind;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.FieldRefEntry;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Looks whether all that the classes of a JAR use of merapi-api exists.
 *
 * <p>The JVM would find out too, but only when a plugin comes to what is missing, which may be in
 * the middle of a decision.
 */
final class ApiUses {

  private static final String API = "io/merapi/api/";
  private static final int MAJOR_VERSION = 6;
  private static final int NEWEST = ClassFile.latestMajorVersion();

  private final Map<Class<?>, Set<String>> members = new HashMap<>();

  /** Looks at all classes of a JAR. */
  void check(Map<String, byte[]> entries) throws BrokenJarException {
    for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
      String path = entry.getKey();
      if (path.endsWith(".class") && !path.startsWith("META-INF/")) {
        check(path, entry.getValue());
      }
    }
  }

  private void check(String path, byte[] content) throws BrokenJarException {
    int version = content.length < 8 ? 0 : ByteBuffer.wrap(content).getShort(MAJOR_VERSION);
    if (version > NEWEST) {
      throw new BrokenJarException(
          ProblemKind.NOT_SUPPORTED,
          "has a class (%s) for Java %d, and this is Java %d"
              .formatted(path, javaVersion(version), javaVersion(NEWEST)));
    }
    ClassModel model;
    try {
      model = ClassFile.of().parse(content);
    } catch (IllegalArgumentException e) {
      throw new BrokenJarException(
          ProblemKind.MALFORMED, "has a class (%s) that cannot be read".formatted(path));
    }
    for (PoolEntry entry : model.constantPool()) {
      switch (entry) {
        case ClassEntry type when type.asInternalName().startsWith(API) -> type(type);
        case MemberRefEntry member when member.owner().asInternalName().startsWith(API) ->
            member(member);
        default -> {}
      }
    }
  }

  private static int javaVersion(int majorVersion) {
    return majorVersion - 44;
  }

  private void member(MemberRefEntry member) throws BrokenJarException {
    Class<?> owner = type(member.owner());
    String name = member.name().stringValue();
    if (!members(owner).contains(name + member.type().stringValue())) {
      throw missing(
          "%s.%s%s".formatted(owner.getName(), name, member instanceof FieldRefEntry ? "" : "(…)"));
    }
  }

  private static Class<?> type(ClassEntry type) throws BrokenJarException {
    String name = type.asInternalName().replace('/', '.');
    try {
      return Class.forName(name, false, ApiLoader.INSTANCE);
    } catch (ClassNotFoundException _) {
      throw missing(name);
    }
  }

  private static BrokenJarException missing(String what) {
    return new BrokenJarException(
        ProblemKind.NOT_SUPPORTED,
        "uses %s, which the merapi-api of this program does not have".formatted(what));
  }

  /** Names and descriptors of all that can be named by a type. */
  private Set<String> members(Class<?> type) {
    Set<String> known = members.get(type);
    if (known == null) {
      known = new HashSet<>();
      for (Field field : type.getDeclaredFields()) {
        known.add(field.getName() + field.getType().descriptorString());
      }
      for (Method method : type.getDeclaredMethods()) {
        known.add(method.getName() + descriptor(method.getReturnType(), method));
      }
      for (Constructor<?> constructor : type.getDeclaredConstructors()) {
        known.add("<init>" + descriptor(void.class, constructor));
      }
      Class<?> parent = type.isInterface() ? Object.class : type.getSuperclass();
      if (parent != null) {
        known.addAll(members(parent));
      }
      for (Class<?> each : type.getInterfaces()) {
        known.addAll(members(each));
      }
      members.put(type, known);
    }
    return known;
  }

  private static String descriptor(Class<?> result, Executable member) {
    return MethodType.methodType(result, member.getParameterTypes()).descriptorString();
  }
}
