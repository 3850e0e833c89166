/** Says in one line each what this run of the tests leaves out, and how to have it. */
import { neededPrograms } from '@pictoglyph/web/test/test-with'
import { noIsolation } from '../../packages/renditions/test/isolation/isolation-here.ts'
import { kernelHeaders } from '../../packages/renditions/test/isolation/kernel-headers.ts'
import { findNginx } from '../deploy/nginx-program.ts'

console.log('Left out: the browser tests. `npm run test:browser` runs them in Chromium.')
if (process.env.PICTOGLYPH_TEST_SERVICES !== '1') {
  console.log('Left out: PostgreSQL, S3 and Redis. `npm run test:services` installs and starts them.')
}
if (process.env.PICTOGLYPH_TEST_IMAGE !== '1') {
  console.log('Left out: the container image. `npm run test:image` builds and runs it.')
}
if (process.env.PICTOGLYPH_TEST_RELEASE !== '1') {
  console.log('Left out: the release. `npm run test:release` makes and runs it.')
}
if (findNginx() === null) {
  console.log(
    'Left out: nginx with the configurations that are shipped. It needs nginx (Debian: apt-get install nginx).',
  )
}
if (noIsolation !== undefined) {
  console.log(`Left out: the isolation of decoders, which this machine does not allow: ${noIsolation}`)
}
if (kernelHeaders.length < 2) {
  console.log(
    'Left out: the numbers of system calls. They need the headers of the kernel (Debian: apt-get install linux-libc-dev).',
  )
}
for (const [program, tests] of Object.entries(neededPrograms)) {
  if (Bun.which(program) === null) console.log(`Left out: ${tests}. They need ${program}.`)
}
for (const shell of ['fish', 'zsh']) {
  if (Bun.which(shell) === null) console.log(`Left out: completion in ${shell}, which is not installed.`)
}
