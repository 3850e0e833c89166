// Refuses, before npm installs, starts or tests, a Node below the one that package.json names: npm would leave out what
// does not run there. Node of any age reads this file.
'use strict'
var required = require('../package.json').engines.node.replace('>=', '')
var wanted = required.split('.').map(Number)
var found = process.versions.node.split('.').map(Number)
if (found[0] < wanted[0] || (found[0] === wanted[0] && found[1] < wanted[1])) {
  console.error('Pictoglyph needs Node %s or newer, and this is Node %s.', required, process.versions.node)
  process.exit(1)
}
