#!/bin/sh
# Run once by the image of PostgreSQL, in an empty database: a role that owns the tables, and one without rights for the server.
set -eu
psql -v ON_ERROR_STOP=1 --username postgres \
  -v owner_password="$(cat /run/secrets/database_owner_password)" \
  -v server_password="$(cat /run/secrets/database_server_password)" <<'SQL'
create role groundcrew_owner login password :'owner_password';
create role groundcrew_server login password :'server_password';
create database groundcrew owner groundcrew_owner;
SQL
