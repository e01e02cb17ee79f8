package io.merapi.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** Compiles Java files and packs them into a JAR, as a project of its own would be built. */
public final class JarBuilder {

  private final Path work;
  private final List<Path> classPath = new ArrayList<>();

  private JarBuilder(Path work) {
    this.work = work;
  }

  /**
   * A JAR without files.
   *
   * @param work an empty directory of its own
   */
  public static JarBuilder in(Path work) {
    return new JarBuilder(work);
  }

  /** Compiles against where a class comes from, and against nothing else that is not named here. */
  public JarBuilder against(Class<?> type) {
    return against(Path.of(location(type)));
  }

  /** Compiles against classes or a JAR. */
  public JarBuilder against(Path classes) {
    classPath.add(classes);
    return this;
  }

  private static URI location(Class<?> type) {
    try {
      return type.getProtectionDomain().getCodeSource().getLocation().toURI();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Compiles one class. */
  public JarBuilder source(String className, String text) {
    Path file = work.resolve("src").resolve(className.replace('.', '/') + ".java");
    write(file, text);
    return sources(work.resolve("src"));
  }

  /** Compiles all Java files below a directory. */
  public JarBuilder sources(Path directory) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    var said = new StringWriter();
    try (Stream<Path> files = Files.walk(directory);
        var manager = compiler.getStandardFileManager(null, null, UTF_8)) {
      List<Path> sources = files.filter(file -> file.toString().endsWith(".java")).toList();
      List<String> options =
          List.of(
              "-proc:none",
              "-d",
              Files.createDirectories(classes()).toString(),
              "-cp",
              Stream.concat(classPath.stream(), Stream.of(classes()))
                  .map(Path::toString)
                  .collect(Collectors.joining(File.pathSeparator)));
      boolean compiled =
          compiler
              .getTask(
                  said, manager, null, options, null, manager.getJavaFileObjectsFromPaths(sources))
              .call();
      if (!compiled) {
        throw new IllegalStateException("does not compile:\n" + said);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }

  /** Adds a file. */
  public JarBuilder file(String path, String text) {
    write(classes().resolve(path), text);
    return this;
  }

  /** Adds all files below a directory. */
  public JarBuilder files(Path directory) {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        write(classes().resolve(directory.relativize(file).toString()), Files.readString(file));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }

  /** Names a class that implements a service. */
  public JarBuilder service(Class<?> service, String className) {
    return file("META-INF/services/" + service.getName(), className + "\n");
  }

  /** Where the compiled classes are. */
  public Path classes() {
    return work.resolve("classes");
  }

  /** Writes the JAR, in the place of one that is there. */
  public Path write(Path jar) {
    Path whole = work.resolve("whole.jar");
    try (OutputStream out = Files.newOutputStream(whole);
        var packed = new JarOutputStream(out);
        Stream<Path> files = Files.walk(classes())) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        packed.putNextEntry(new JarEntry(classes().relativize(file).toString().replace('\\', '/')));
        packed.write(Files.readAllBytes(file));
        packed.closeEntry();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    try {
      Files.createDirectories(Objects.requireNonNull(jar.getParent()));
      return Files.move(whole, jar, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void write(Path file, String text) {
    try {
      Files.createDirectories(Objects.requireNonNull(file.getParent()));
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
