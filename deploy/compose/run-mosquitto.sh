#!/bin/sh
# Runs Mosquitto, and makes it reload when the server has changed the passwords of stations or when the certificate was renewed.
# The server cannot send the signal itself: it is in another container. CREDENTIALS is the folder that the server writes.
set -eu
config=$1

until [ -e "$CREDENTIALS/passwords" ] && [ -e "$CREDENTIALS/access" ]; do sleep 1; done

state() { ls -lL --full-time "$CREDENTIALS/passwords" "$CREDENTIALS/access" ${CERTIFICATE:-} 2>/dev/null || true; }
loaded=$(state)
mosquitto -c "$config" &
broker=$!
trap 'kill "$broker"' TERM INT
while kill -0 "$broker" 2>/dev/null; do
  sleep 2 &
  wait $! || true
  current=$(state)
  if [ "$current" != "$loaded" ]; then
    loaded=$current
    kill -HUP "$broker" || true
  fi
done
wait "$broker"
