/** Loaded before a command: at its end, writes the paths of all modules that it loaded into `$MODULES_FILE`, one a line. */
import { writeFileSync } from 'node:fs'

const { MODULES_FILE: file = '' } = process.env
process.on('exit', () => {
  const paths = Object.keys(require.cache).filter((path) => path !== import.meta.path)
  writeFileSync(file, paths.join('\n'))
})
