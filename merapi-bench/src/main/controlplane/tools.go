//go:build tools

// Package controlplane names the programs that the tests and the benchmarks run,
// so that go.mod and go.sum pin them and everything they are built from.
package controlplane

import (
	_ "go.etcd.io/etcd/server/v3"
	_ "k8s.io/kubernetes/cmd/kube-apiserver"
	_ "k8s.io/kubernetes/cmd/kube-scheduler"
)
