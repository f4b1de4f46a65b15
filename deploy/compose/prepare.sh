#!/bin/sh
# Writes the secrets that compose.yaml needs, with random values. Keeps those that exist, so it can be run again.
# Usage: ./prepare.sh [FOLDER]
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cd "${1:-$(dirname "$0")}"
[ -e alertmanager.yaml ] || cp "$here/sample-alertmanager.yaml" alertmanager.yaml
mkdir -p private-ca
# Others on this machine cannot enter the folder. The files are read by different users in their containers.
mkdir -p -m 700 secrets

# Only digits and letters: they need no encoding in addresses.
random() { od -An -tx1 -N32 /dev/urandom | tr -d ' \n'; }
secret() {
  [ -e "secrets/$1" ] || (umask 022 && printf '%s' "$2" > "secrets/$1")
}

for name in secret_key backup_passphrase turn_secret postgres_password database_server_password database_owner_password grafana_password admin_password; do
  secret "$name" "$(random)"
done
secret database_url "postgres://groundcrew_server:$(cat secrets/database_server_password)@postgres/groundcrew"
secret migration_database_url "postgres://groundcrew_owner:$(cat secrets/database_owner_password)@postgres/groundcrew"
secret mqtt_url "mqtt://console:$(random)@mosquitto:1883"
