{{- define "groundcrew.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}{{ else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "groundcrew.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "groundcrew.labels" -}}
{{ include "groundcrew.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "groundcrew.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{/* Where pods run, and what they may pull. */}}
{{- define "groundcrew.placement" -}}
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .Values.serviceAccountName }}
serviceAccountName: {{ . }}
{{- end }}
{{- end }}

{{- define "groundcrew.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1883
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "groundcrew.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{/* Settings of the servers and of the job that migrates. Secrets are read from files. */}}
{{- define "groundcrew.env" -}}
- { name: ORIGIN, value: {{ .Values.origin | quote }} }
- { name: TRUST_PROXY, value: {{ join "," .Values.trustProxy | quote }} }
- { name: OPS_HOST, value: "0.0.0.0" }
- { name: SECRET_KEY_FILE, value: /run/secrets/groundcrew/secret_key }
- { name: DATABASE_URL_FILE, value: /run/secrets/groundcrew/database_url }
{{- if not .Values.broker.own }}
- { name: MQTT_URL_FILE, value: /run/secrets/groundcrew/mqtt_url }
{{- end }}
{{- if .Values.nats.enabled }}
- { name: NATS_URL_FILE, value: /run/secrets/groundcrew/nats_url }
{{- end }}
- { name: MQTT_PUBLIC_URL, value: {{ .Values.broker.publicUrl | quote }} }
{{- if .Values.broker.credentialsClaim }}
- { name: MQTT_CREDENTIAL_DIR, value: /var/lib/groundcrew-mqtt }
{{- end }}
- { name: S3_ENDPOINT, value: {{ .Values.s3.endpoint | quote }} }
- { name: S3_BUCKET, value: {{ .Values.s3.bucket | quote }} }
- { name: S3_REGION, value: {{ .Values.s3.region | quote }} }
- { name: S3_ACCESS_KEY_ID, value: {{ .Values.s3.accessKeyId | quote }} }
- { name: S3_SECRET_ACCESS_KEY_FILE, value: /run/secrets/groundcrew/s3_secret_access_key }
{{- with .Values.admin.email }}
- { name: ADMIN_EMAIL, value: {{ . | quote }} }
- { name: ADMIN_PASSWORD_FILE, value: /run/secrets/groundcrew/admin_password }
{{- end }}
{{- if .Values.mail.enabled }}
- { name: SMTP_URL_FILE, value: /run/secrets/groundcrew/smtp_url }
{{- end }}
{{- with .Values.mail.from }}
- { name: MAIL_FROM, value: {{ . | quote }} }
{{- end }}
{{- with .Values.relay.host }}
- { name: STUN_HOST, value: {{ . | quote }} }
- { name: TURN_HOST, value: {{ . | quote }} }
- { name: TURN_SECRET_FILE, value: /run/secrets/groundcrew/turn_secret }
{{- end }}
{{- range $name, $value := .Values.settings }}
- { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
{{- with .Values.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* The keys of the secret that servers need. */}}
{{- define "groundcrew.secretItems" -}}
- { key: secret_key, path: secret_key }
- { key: database_url, path: database_url }
{{- if not .Values.broker.own }}
- { key: mqtt_url, path: mqtt_url }
{{- end }}
{{- if .Values.nats.enabled }}
- { key: nats_url, path: nats_url }
{{- end }}
- { key: s3_secret_access_key, path: s3_secret_access_key }
{{- if .Values.admin.email }}
- { key: admin_password, path: admin_password }
{{- end }}
{{- if .Values.mail.enabled }}
- { key: smtp_url, path: smtp_url }
{{- end }}
{{- if .Values.relay.host }}
- { key: turn_secret, path: turn_secret }
{{- end }}
{{- end }}
