#!/bin/sh
# Runs once, in an empty database server: the site's own user owns the site's database, and nothing else.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$SITE_PASSWORD" --username postgres <<'SQL'
CREATE ROLE pictoglyph LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD :'password';
CREATE DATABASE pictoglyph OWNER pictoglyph;
REVOKE ALL ON DATABASE pictoglyph FROM PUBLIC;
REVOKE ALL ON DATABASE postgres FROM PUBLIC;
REVOKE ALL ON DATABASE template1 FROM PUBLIC;
SQL
