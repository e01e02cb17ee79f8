{{/* The name of everything that belongs to a release. */}}
{{- define "merapi.name" -}}
{{- printf "%s-scheduler" .Release.Name | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{- define "merapi.selector" -}}
app.kubernetes.io/name: merapi
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "merapi.labels" -}}
{{ include "merapi.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/component: scheduler
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- with .Values.custom.common_labels }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/* The questions below answer "true" or nothing, so that they can stand in an if. */}}
{{- define "merapi.kube" -}}
{{- if ne .Values.custom.mode "batch" }}true{{ end -}}
{{- end -}}

{{- define "merapi.batch" -}}
{{- if ne .Values.custom.mode "kube" }}true{{ end -}}
{{- end -}}

{{- define "merapi.metrics" -}}
{{- if eq (toString .Values.custom.scheduler_metrics_enable) "true" }}true{{ end -}}
{{- end -}}

{{- define "merapi.elects" -}}
{{- if eq (toString .Values.custom.leader_elect_enable) "true" }}true{{ end -}}
{{- end -}}

{{/* Whether pages are served beyond the pod, so that their readers have to be known. */}}
{{- define "merapi.guarded" -}}
{{- if or (include "merapi.kube" .) (include "merapi.metrics" .) }}true{{ end -}}
{{- end -}}

{{- define "merapi.batchConfig" -}}
{{- .Values.custom.scheduler_config_override | default (.Files.Get "config/volcano-scheduler.conf") -}}
{{- end -}}

{{- define "merapi.kubeConfig" -}}
{{- .Values.custom.kube_config_override | default (.Files.Get "config/scheduler.yaml") -}}
{{- end -}}

{{/* Whether the plugin for shared devices may be used, which locks nodes and reads ConfigMaps. */}}
{{- define "merapi.sharesDevices" -}}
{{- if and (include "merapi.batch" .) (contains "deviceshare" (include "merapi.batchConfig" .)) }}true{{ end -}}
{{- end -}}

{{/* Whether the load of nodes comes from the metrics API of the cluster. */}}
{{- define "merapi.nodeMetrics" -}}
{{- if and (include "merapi.batch" .) (contains "prometheus_adaptor" (include "merapi.batchConfig" .)) }}true{{ end -}}
{{- end -}}

{{- define "merapi.kubeLease" -}}
{{- $config := fromYaml (include "merapi.kubeConfig" .) -}}
{{- dig "leaderElection" "resourceName" "kube-scheduler" $config -}}
{{- end -}}

{{- define "merapi.kubeLeaseNamespace" -}}
{{- $config := fromYaml (include "merapi.kubeConfig" .) -}}
{{- dig "leaderElection" "resourceNamespace" "kube-system" $config -}}
{{- end -}}

{{- define "merapi.image" -}}
{{- with .Values.basic.image_registry }}{{ . }}/{{ end -}}
{{ .Values.basic.scheduler_image_name }}:{{ .Values.basic.image_tag_version | default .Chart.AppVersion }}
{{- end -}}

{{- define "merapi.check" -}}
{{- if and (gt (int .Values.custom.scheduler_replicas) 1) (not (include "merapi.elects" .)) -}}
{{- fail (printf "custom.scheduler_replicas (%d): more than one replica needs custom.leader_elect_enable, or pods would be bound twice" (int .Values.custom.scheduler_replicas)) -}}
{{- end -}}
{{- if and .Values.custom.kube_config_override (not (include "merapi.kube" .)) -}}
{{- fail "custom.kube_config_override is for custom.mode kube or both" -}}
{{- end -}}
{{- if and .Values.custom.scheduler_config_override (not (include "merapi.batch" .)) -}}
{{- fail "custom.scheduler_config_override is for custom.mode batch or both" -}}
{{- end -}}
{{- if and (eq (toString .Values.custom.service_monitor_enable) "true") (not (include "merapi.metrics" .)) -}}
{{- fail "custom.service_monitor_enable needs custom.scheduler_metrics_enable" -}}
{{- end -}}
{{- end -}}
