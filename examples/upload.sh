#!/bin/sh
# Uploads a file with curl and prints its link:
#
#   PICTOGLYPH_KEY=pgl_… examples/upload.sh examples/photograph.jpg [CATEGORY]
#
# One Idempotency-Key covers all tries, so that a try whose answer was lost makes no second image.
set -eu
url=${PICTOGLYPH_IMAGES_URL:-http://localhost:8080}
file=$1
category=${2:-general}

answer=$(curl --silent --show-error --fail-with-body \
  --retry 3 --retry-connrefused \
  --header "Authorization: Bearer $PICTOGLYPH_KEY" \
  --header "Idempotency-Key: $(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')" \
  --form-string "categoryId=$category" \
  --form 'file=@-;filename=image' \
  "$url/api/v1/upload" <"$file") || {
  printf '%s\n' "$answer" >&2
  exit 1
}
printf '%s' "$answer" | grep -o '"url":"[^"]*"' | head -n 1 | cut -d '"' -f 4
