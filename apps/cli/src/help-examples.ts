import { type HelpExamples, peopleExamples } from 'pictoglyph-client/help-examples'

const arriving = 'docs/guide/arriving-and-leaving.md'
const community = 'docs/guide/community.md'
const console = 'docs/guide/console.md'
const newcomers = 'docs/guide/newcomers.md'
const operating = 'docs/operating.md'
const security = 'docs/security.md'
const server = 'docs/guide/server.md'
const text = 'docs/guide/text.md'
const uploading = 'docs/guide/uploading.md'

/** Examples of every command of the server's program. */
export const serverExamples: HelpExamples = {
  ...peopleExamples,
  serve: ['serve', server],
  'user add': ['user add ann --role member', console],
  'user import': ['user import members.csv --dry-run', community],
  'user invite': ['user invite ann --days 3', community],
  'user rename': ['user rename ann anna', community],
  'user delete': ['user delete ann --keep-images --yes', community],
  'user list': ['user list', console],
  'user disable': ['user disable ann', console],
  'user enable': ['user enable ann', console],
  'user role': ['user role ann admin', console],
  'user quota': ['user quota ann 2GB', console],
  'user password': ['user password ann --password-stdin < password.txt', security],
  'user factors': ['user factors ann --remove', security],
  'key create': ['key create --user ann --name "blog editor" --default-category general', newcomers],
  'key change': ['key change pgl_… --expires 30d --bind-network 192.0.2.0/24', security],
  'key list': ['key list --user ann', newcomers],
  'key revoke': ['key revoke pgl_…', security],
  'category add': ['category add Screenshots', uploading],
  'category rename': ['category rename screenshots "Screen shots"', uploading],
  'category arrange': ['category arrange screenshots general', uploading],
  'category list': ['category list', uploading],
  'category disable': ['category disable screenshots', uploading],
  'category enable': ['category enable screenshots', uploading],
  'album add': ['album add "Summer 2026" --user ann', uploading],
  'album list': ['album list --user ann', uploading],
  'image list': ['image list --user ann --limit 20', console],
  'image show': ['image show https://img.example.org/i/q2pbILL3FK6ylW.jpg', console],
  'image take-down': ['image take-down q2pbILL3FK6ylW --reason "shows a neighbour" --all-copies', community],
  'image delete': ['image delete q2pbILL3FK6ylW --for-good', community],
  'image put-back': ['image put-back q2pbILL3FK6ylW', community],
  'hash block': [
    'hash block 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08 --reason "known abuse"',
    community,
  ],
  'hash unblock': [
    'hash unblock 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    community,
  ],
  'hash list': ['hash list', community],
  'link set': ['link set logo q2pbILL3FK6ylW', uploading],
  'link list': ['link list --user ann', uploading],
  'link history': ['link history logo', uploading],
  'link restore': ['link restore logo 2', uploading],
  'link remove': ['link remove logo', uploading],
  'policy show': ['policy show', operating],
  'policy set': ['policy set upload.maxBytes 5MB', operating],
  'ip block': ['ip block 203.0.113.0/24 --note "floods" --expires 30d', security],
  'ip allow': ['ip allow 198.51.100.7', security],
  'ip remove': ['ip remove 203.0.113.0/24', security],
  'ip list': ['ip list --holding 203.0.113.9', security],
  'charset add': ['charset add cat "Cat" 喵咪嗷~', text],
  'charset list': ['charset list', text],
  'charset rename': ['charset rename cat "Cats"', text],
  'charset arrange': ['charset arrange cat roar', text],
  'charset enable': ['charset enable cat', text],
  'charset disable': ['charset disable cat', text],
  'charset default': ['charset default cat', text],
  'preset add': ['preset add secret "Secret" AESGCM --variant strong', text],
  'preset list': ['preset list', text],
  'preset rename': ['preset rename rc4 "Quick"', text],
  'preset arrange': ['preset arrange compact classic', text],
  'preset enable': ['preset enable rc4', text],
  'preset disable': ['preset disable rc4', text],
  'preset default': ['preset default compact', text],
  export: ['export /srv/export --user ann', arriving],
  import: ['import /srv/uploads --user ann --old-base https://old.example/uploads', arriving],
  fsck: ['fsck --quick', operating],
  gc: ['gc --delay 0s', operating],
  backup: ['backup /var/backups/pictoglyph', server],
  restore: ['restore /var/backups/pictoglyph', server],
  migrate: [
    'migrate --from sqlite:data/pictoglyph.db --from file:data/blobs --to postgres://user@host/pictoglyph --to file:/srv/blobs',
    operating,
  ],
}
