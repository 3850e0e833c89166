import { existsSync } from 'node:fs'

const headers = [
  ['x64', '/usr/include/x86_64-linux-gnu/asm/unistd_64.h'],
  ['arm64', '/usr/include/asm-generic/unistd.h'],
] as const

/** The headers with the numbers of system calls that this machine has. */
export const kernelHeaders = headers.filter(([, path]) => existsSync(path))
