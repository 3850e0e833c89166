#!/bin/bash
# In place of the entry points of the official images of PostgreSQL, Redis and nginx: what the compose file needs of them.
set -euo pipefail
if [ "${1-}" = postgres ]; then
  PATH=$(echo /usr/lib/postgresql/*/bin):$PATH
  export PGDATA=/var/lib/postgresql/data
  if [ ! -e "$PGDATA/PG_VERSION" ]; then
    # shellcheck disable=SC2086 # several options
    initdb -U postgres --pwfile=<(echo "$POSTGRES_PASSWORD") --auth-local=trust --auth-host=scram-sha-256 $POSTGRES_INITDB_ARGS
    echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
    pg_ctl -w -o '-c listen_addresses=' start
    for script in /docker-entrypoint-initdb.d/*; do sh "$script"; done
    pg_ctl -w stop
  fi
  set -- "$@" -c 'listen_addresses=*'
fi
exec "$@"
