{{/* What deploy/haproxy/haproxy.cfg has for stations, with servers that are found by the cluster's names. */}}
{{- define "groundcrew.haproxyConfig" -}}
global
  log stdout format raw local0 notice
  maxconn {{ .Values.haproxy.maxConnections }}
  ssl-default-bind-options ssl-min-ver TLSv1.2
  hard-stop-after 5s

defaults
  log global
  timeout connect 2s
  retries 2
  option redispatch 1

# Health checks tell which servers are up. Addresses from before are kept while names cannot be resolved.
resolvers cluster
  parse-resolv-conf
  accepted_payload_size 8192
  hold timeout 24h
  hold refused 24h
  hold other 24h
  hold nx 24h

# Stations: MQTT. Each goes to the server that its client id, the station's name, is hashed to. What is not MQTT is closed.
frontend stations
  mode tcp
  bind :8883 ssl crt /run/secrets/tls/stations.pem
  # The broker pings within 60 s.
  timeout client 2m
  tcp-request inspect-delay 5s
  tcp-request content reject unless { req.payload(0,0),mqtt_is_valid }
  # As a variable: `balance hash req.payload(…),…` passes the check of the configuration, and then deals stations in turn.
  tcp-request content set-var(sess.station) req.payload(0,0),mqtt_field_value(connect,client_identifier)
  default_backend stations

# A server that dies or freezes is down within two seconds. Its stations move to the others; those of the others stay where they are.
backend stations
  mode tcp
  balance hash var(sess.station)
  hash-type consistent sdbm avalanche
  timeout server 2m
  # A frozen process cannot answer this, a busy one can. Not /readyz: when the database fails, stations stay connected and keep their events.
  option httpchk GET /healthz
  timeout check 600ms
  default-server check port 9400 inter 500ms fastinter 200ms fall 2 rise 2 on-marked-down shutdown-sessions
  # During an upgrade there are old and new servers.
  server-template server 1-{{ mul 2 .Values.replicas }} {{ include "groundcrew.name" . }}-brokers.{{ .Release.Namespace }}.svc.{{ .Values.haproxy.clusterDomain }}:1883 resolvers cluster resolve-prefer ipv4 init-addr none

# Probes and metrics.
frontend ops
  mode http
  bind :8404
  timeout client 10s
  timeout http-request 8s
  http-request return status 200 if { path /healthz } || { path /readyz } { nbsrv(stations) gt 0 }
  http-request use-service prometheus-exporter if { path /metrics }
  http-request return status 503
{{- end }}
