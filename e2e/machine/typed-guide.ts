import { expect } from 'bun:test'
import { join } from 'node:path'
import { codeBlocks, document } from '../house/markdown.ts'
import type { Machine } from './machine.ts'

/** The folder of the repository on the machine. */
export const clone = '/root/pictoglyph'
export const name = 'img.example.org'
export const isReady = 'curl -fsS --retry 60 --retry-delay 1 --retry-all-errors http://localhost:8080/readyz'

/** Types all blocks of a step as they stand, or as a reader changes them, and gives what they print. */
export async function typeStep(
  machine: Machine,
  step: number,
  change: (block: string) => string = (block) => block,
): Promise<string> {
  const blocks = codeBlocks(await document('docs/guide/server.md'))
  const ofStep = blocks.filter(({ heading }) => heading.startsWith(`${step}. `))
  expect(ofStep.length).toBeGreaterThan(0)
  const printed: string[] = []
  for (const { code } of ofStep) {
    if (code.startsWith('ssh ')) continue
    printed.push(await machine.run(`cd ${clone}\n${change(code)}`))
  }
  return printed.join('\n')
}

/** In place of certbot's own authority: it puts what it signs where certbot does. */
const certbot = `#!/bin/bash
set -eu
cd /etc/test-authority
name=\${*: -1}
folder=/etc/letsencrypt/live/$name; mkdir -p "$folder"
openssl req -newkey rsa:2048 -nodes -subj "/CN=$name" -addext "subjectAltName=DNS:$name" \\
  -keyout "$folder/privkey.pem" -out request
openssl x509 -req -in request -CA ca.crt -CAkey ca.key -CAcreateserial -days 2 -copy_extensions copy \\
  -out "$folder/fullchain.pem"
`

export async function makeAuthority(machine: Machine): Promise<void> {
  await Bun.write(join(machine.root, 'usr/local/bin/certbot'), certbot)
  await machine.run(`
chmod 755 /usr/local/bin/certbot
mkdir /etc/test-authority; cd /etc/test-authority
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj '/CN=Test authority' -keyout ca.key -out ca.crt
cat ca.crt >> /etc/ssl/certs/ca-certificates.crt
echo '127.0.0.1 img.example.org text.example.org' >> /etc/hosts`)
}

export const journal = (machine: Machine, more: string) =>
  machine.run(`journalctl --sync; journalctl -u pictoglyph --no-pager -o cat ${more}`)
