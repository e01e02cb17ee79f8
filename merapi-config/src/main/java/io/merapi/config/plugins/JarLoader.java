package io.merapi.config.plugins;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The classes and resources of one JAR, from memory; all else is that of {@link ApiLoader}. */
final class JarLoader extends ClassLoader {

  private final Map<String, byte[]> entries;

  JarLoader(String file, Map<String, byte[]> entries) {
    super(file, ApiLoader.INSTANCE);
    this.entries = entries;
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    byte[] content = entries.get(name.replace('.', '/') + ".class");
    if (content == null) {
      throw new ClassNotFoundException(name);
    }
    return defineClass(name, content, 0, content.length);
  }

  @Override
  protected @Nullable URL findResource(String name) {
    byte[] content = entries.get(name);
    if (content == null) {
      return null;
    }
    try {
      // The name is no part of the address: it may hold what an address cannot.
      return URL.of(URI.create("memory:/"), new Memory(content));
    } catch (MalformedURLException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  protected Enumeration<URL> findResources(String name) {
    URL found = findResource(name);
    return Collections.enumeration(found == null ? List.of() : List.of(found));
  }

  /** Opens what is in memory. */
  private static final class Memory extends URLStreamHandler {

    private final byte[] content;

    Memory(byte[] content) {
      this.content = content;
    }

    @Override
    protected URLConnection openConnection(URL url) {
      return new URLConnection(url) {

        @Override
        public void connect() throws IOException {
          connected = true;
        }

        @Override
        public InputStream getInputStream() {
          return new ByteArrayInputStream(content);
        }
      };
    }
  }
}
