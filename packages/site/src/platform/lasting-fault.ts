import { systemErrorCode } from './system-error-code.ts'

/**
 * Whether errors of files and connections last, by `errno` name (errno(3)). A lasting one stays until someone fixes the
 * cause; after a passing one, a retry may succeed.
 */
export const faults: Readonly<Record<string, 'lasting' | 'passing'>> = {
  ...every('lasting', [
    // The user lacks permission, or the disk never supports it.
    'EACCES EPERM EROFS ENOSYS ENOTSUP EOPNOTSUPP EINVAL ENODEV ENXIO EXDEV EMLINK EFBIG',
    // The path does not exist, or is of another kind.
    'ENOENT ENOTDIR EISDIR EEXIST ENOTEMPTY ELOOP ENAMETOOLONG EILSEQ',
    // The address or the kind of the connection is wrong.
    'EADDRNOTAVAIL EAFNOSUPPORT EDESTADDRREQ ENOPROTOOPT EPROTONOSUPPORT EPROTOTYPE',
    // A programming error.
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
 * Lasting SQLite codes. Not included: `SQLITE_CANTOPEN`, which may mean too many open files, and
 * `SQLITE_IOERR_SHMSIZE`, which may mean a full disk.
 */
const lastingSqlite = /^SQLITE_(READONLY|PERM|AUTH|CORRUPT|NOTADB|NOLFS|FORMAT|IOERR_SHM(?!SIZE))/

/** Whether an error, or its cause, lasts until someone fixes it. */
export function isLasting(error: unknown): boolean {
  const code = innermostCode(error)
  return faults[code] === 'lasting' || lastingSqlite.test(code)
}

/** The code of the innermost error with a code; '' if none has one. */
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
