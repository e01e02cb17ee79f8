package io.merapi.config.plugins;

import io.merapi.api.plugin.PluginSpec;

/** What plugins see of this program: merapi-api and JSpecify, beside the JDK. */
final class ApiLoader extends ClassLoader {

  static final ApiLoader INSTANCE = new ApiLoader();

  private ApiLoader() {
    super("merapi-api", ClassLoader.getPlatformClassLoader());
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    if (name.startsWith("io.merapi.api.") || name.startsWith("org.jspecify.")) {
      return Class.forName(name, false, PluginSpec.class.getClassLoader());
    }
    throw new ClassNotFoundException(name);
  }
}
