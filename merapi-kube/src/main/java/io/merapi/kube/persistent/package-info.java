/**
 * Immutable collections of which each change gives a new one that shares all that did not change.
 *
 * <p>{@link io.merapi.kube.persistent.PersistentMap} is a hash trie, {@link
 * io.merapi.kube.persistent.PersistentVector} a radix trie over indices and {@link
 * io.merapi.kube.persistent.PersistentBits} a set of small numbers. A change costs a few small
 * arrays however large the collection is, and two of them can be compared in time proportional to
 * their difference, because what they share is the same object. Many changes in a row, with nobody
 * looking in between, are made under one {@link io.merapi.kube.persistent.Edit}. Iteration order is
 * defined by the content alone. Nothing here knows of the cluster.
 */
@NullMarked
package io.merapi.kube.persistent;

import org.jspecify.annotations.NullMarked;
