#!/usr/bin/env node
// In this repository the command runs from its sources, on the Bun that npm installed next to it.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const at = (path) => fileURLToPath(new URL(path, import.meta.url))
const words = ['--no-env-file', '--config=/dev/null', at('../src/main.ts'), ...process.argv.slice(2)]
const child = spawn(at('../../../node_modules/bun/bin/bun.exe'), words, { stdio: 'inherit' })
// Ctrl-C reaches both processes. The command itself reports its state.
process.on('SIGINT', () => undefined)
child.on('error', (error) => {
  console.error(error.message)
  process.exitCode = 1
})
child.on('exit', (code) => {
  process.exitCode = code ?? 1
})
