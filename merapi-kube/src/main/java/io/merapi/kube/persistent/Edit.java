package io.merapi.kube.persistent;

/**
 * The right to change in place what was made under it, for a row of changes between which nobody
 * looks.
 *
 * <p>A collection changed under an edit reuses the parts that this edit has made before and copies
 * all others, so that many changes in a row cost little more than those of a mutable collection.
 * Its earlier forms of the same edit must not be used any more: they may change. The owner ends an
 * edit by forgetting it; from then on no part can change, and the collection may be shared. A
 * change without an edit leaves everything before it as it is.
 */
public final class Edit {

  /** Owns nothing: what is made under it is never changed again. */
  static final Edit NONE = new Edit();

  /** Whether what has this owner may be changed in place. */
  boolean owns(Edit owner) {
    return owner == this && this != NONE;
  }
}
