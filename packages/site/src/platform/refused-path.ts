import { accessSync, constants, statSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { shellWord } from '../client-kit/shell-command.ts'
import { Failure } from '../language/failure.ts'
import { type Message, message } from '../language/message.ts'
import { innermostCode } from './lasting-fault.ts'
import { storageFailed, storageFailureOf } from './storage-failure.ts'

const { R_OK, W_OK, X_OK } = constants

/**
 * The failure of a store or a database for a file error. If this user lacks permission, the cause says who has it and
 * how to fix it.
 * @param own the site's folder with the files
 * @param paths further files that may be meant, besides those in the error
 */
export function fileFailed(error: unknown, own: string, paths: readonly string[] = []): Failure {
  const refusal = refusalOf(error, own, paths)
  return refusal === undefined ? storageFailed(error) : storageFailureOf(refusal)
}

/** The permission problem behind an error; `undefined` if this user has access to all of the paths. */
export function refusalOf(error: unknown, own: string, paths: readonly string[] = []): Failure | undefined {
  if (!/^(EACCES|EPERM|EROFS|SQLITE_(CANTOPEN|READONLY|PERM|AUTH))/.test(innermostCode(error)))
    return undefined
  for (const path of [...namedBy(error), ...paths, own]) {
    const reason = whyRefused(path, own)
    if (reason !== undefined) return new Failure({ code: 'CONFLICT', reason }, { cause: error })
  }
  return undefined
}

function namedBy(error: unknown): string[] {
  if (!(error instanceof Error)) return []
  const { path, dest } = error as { path?: unknown; dest?: unknown }
  return [...namedBy(error.cause), ...[path, dest].filter((each) => typeof each === 'string')]
}

/** The refused path, and the user. */
interface Asked {
  own: string
  uid: number
}

/** Why this user can't write or create a file or folder, and how to fix it; `undefined` if nothing prevents it. */
function whyRefused(path: string, own: string): Message | undefined {
  const uid = process.geteuid?.()
  if (uid === undefined) return undefined
  const asked = { own: resolve(own), uid }
  const last = resolve(path)
  let above = '/'
  for (const step of stepsTo(last)) {
    const found = statSync(step, { throwIfNoEntry: false })
    if (found === undefined) return inTheWay(above, W_OK | X_OK, asked)
    const isFolder = found.isDirectory()
    const wanted = step === last ? R_OK | W_OK | (isFolder ? X_OK : 0) : X_OK
    const reason = inTheWay(step, wanted, asked)
    if (reason !== undefined || !isFolder) return reason
    above = step
  }
  return undefined
}

/** All parent folders of a path from the root, and the path. */
function stepsTo(path: string): string[] {
  return path === dirname(path) ? [path] : [...stepsTo(dirname(path)), path]
}

function inTheWay(path: string, wanted: number, asked: Asked): Message | undefined {
  const code = codeOfAccess(path, wanted)
  if (code === 'EROFS') return message('{path} is on a disk that is mounted read-only: remount it', { path })
  if (code !== 'EACCES' && code !== 'EPERM') return undefined
  const { uid: owner, mode } = statSync(path)
  const facts = { path, owner, uid: asked.uid, own: shellWord(asked.own) }
  const way = relative(asked.own, path)
  if (way === '..' || way.startsWith('../')) {
    return (wanted & W_OK) === 0
      ? message(
          '{path} belongs to uid {owner}, this runs as uid {uid} and may not pass through it to {own}',
          facts,
        )
      : message(
          '{path} belongs to uid {owner}, this runs as uid {uid} and may not write there: mkdir -p {own}; chown -R {uid} {own}',
          facts,
        )
  }
  if (owner !== asked.uid) {
    return message('{path} belongs to uid {owner}, this runs as uid {uid}: chown -R {uid} {own}', facts)
  }
  // If the mode allows it, something else forbids it, such as SELinux. Then only the system's message is right.
  const ownerMode = (mode >> 6) & 7
  return (ownerMode & wanted) === wanted
    ? undefined
    : message('{path} is closed to its own user, uid {uid}, by its mode: chmod -R u+rwX {own}', facts)
}

function codeOfAccess(path: string, wanted: number): string {
  try {
    accessSync(path, wanted)
    return ''
  } catch (error) {
    return innermostCode(error)
  }
}
