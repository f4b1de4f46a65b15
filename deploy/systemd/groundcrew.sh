#!/bin/sh
# The command `groundcrew` of the Debian package: runs as the service does, as its user and with its settings and key.
set -eu
export GROUNDCREW_MODE=production DATA_DIR=/var/lib/groundcrew BACKUP_DIR=/var/lib/groundcrew-backups
SECRET_KEY=$(cat /etc/groundcrew/secret_key)
export SECRET_KEY
while IFS= read -r line || [ -n "$line" ]; do
  case $line in
  [A-Z]*=*)
    value=${line#*=}
    case $value in
    \"*\") value=${value#\"} value=${value%\"} ;;
    \'*\') value=${value#\'} value=${value%\'} ;;
    esac
    export "${line%%=*}=$value"
    ;;
  esac
done </etc/groundcrew/groundcrew.env
# The path of a file is relative to the folder in which the command was called, which the user may not be allowed to enter.
case ${1-}:${2-} in
verify:audit | *: | *:/* | *:-*) ;;
backup:* | verify:* | restore:*)
  command=$1 file=$PWD/$2
  shift 2
  set -- "$command" "$file" "$@"
  ;;
esac
cd /var/lib/groundcrew
exec setpriv --reuid=groundcrew --regid=groundcrew --init-groups -- \
  /opt/groundcrew/node_modules/.bin/node /opt/groundcrew/bin/groundcrew.mjs "$@"
