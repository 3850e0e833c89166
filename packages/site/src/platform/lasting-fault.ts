import { systemErrorCode } from './system-error-code.ts'

/**
 * How long the faults of files and connections stay, by `errno` name (errno(3)). A lasting one stays until somebody
 * mends it; a passing one may be gone when the same is tried again.
 */
export const faults: Readonly<Record<string, 'lasting' | 'passing'>> = {
  ...every('lasting', [
    // This user may not do it, or the disk never does.
    'EACCES EPERM EROFS ENOSYS ENOTSUP EOPNOTSUPP EINVAL ENODEV ENXIO EXDEV EMLINK EFBIG',
    // The path leads nowhere, or to something else.
    'ENOENT ENOTDIR EISDIR EEXIST ENOTEMPTY ELOOP ENAMETOOLONG EILSEQ',
    // The address or the kind of the connection is wrong.
    'EADDRNOTAVAIL EAFNOSUPPORT EDESTADDRREQ ENOPROTOOPT EPROTONOSUPPORT EPROTOTYPE',
    // The program is wrong.
    'E2BIG EBADF EBADMSG ECHILD EDOM EFAULT EIDRM ENOEXEC ENOTSOCK ENOTTY EOVERFLOW ERANGE ESPIPE ESRCH',
  ]),
  ...every('passing', [
    'ENOSPC EDQUOT EIO EMFILE ENFILE ENOMEM ENOBUFS ENOLCK ENOSR EBUSY ETXTBSY EDEADLK',
    'EAGAIN EWOULDBLOCK EINTR ECANCELED EALREADY EINPROGRESS ESTALE',
    'EADDRINUSE ECONNABORTED ECONNREFUSED ECONNRESET EHOSTUNREACH EISCONN EMSGSIZE EMULTIHOP ENETDOWN ENETRESET',
    'ENETUNREACH ENODATA ENOLINK ENOMSG ENOSTR ENOTCONN EPIPE EPROTO ETIME ETIMEDOUT',
  ]),
}

/**
 * The codes of SQLite that stay. `SQLITE_CANTOPEN` may only mean that too many files are open, and
 * `SQLITE_IOERR_SHMSIZE` that the disk is full.
 */
const lastingSqlite = /^SQLITE_(READONLY|PERM|AUTH|CORRUPT|NOTADB|NOLFS|FORMAT|IOERR_SHM(?!SIZE))/

/** Whether an error, or what caused it, stays until somebody mends it. */
export function isLasting(error: unknown): boolean {
  const code = innermostCode(error)
  return faults[code] === 'lasting' || lastingSqlite.test(code)
}

/** The code of the innermost error that has one; empty if none has. */
export function innermostCode(error: unknown): string {
  if (!(error instanceof Error)) return ''
  return innermostCode(error.cause) || (systemErrorCode(error) ?? '')
}

function every<Duration extends string>(
  duration: Duration,
  lines: readonly string[],
): Record<string, Duration> {
  const codes = lines.flatMap((line) => line.split(' '))
  return Object.fromEntries(codes.map((code) => [code, duration]))
}
