package io.merapi.cluster.reload;

/** Told what came of changed configurations; called on the thread that follows the files. */
public interface ReloadListener {

  /**
   * A configuration was tried.
   *
   * @param file which one
   */
  void tried(String file, ReloadResult result);
}
