import { SQL } from 'bun'

/** No answer within the time that a healthy server needs, including its own time limits. */
export class PostgresTimeout extends Error {
  override readonly name = 'PostgresTimeout'
}

/** Whether the connection is unusable, whatever the outcome of its statements. */
export function isConnectionLost(error: unknown): boolean {
  return (
    error instanceof PostgresTimeout ||
    /^ERR_POSTGRES_CONNECTION_/.test(codeOf(error)) ||
    isCutByServer(error)
  )
}

/** Whether the connection was closed during use, for example by a restarting server: another one may work. */
export function isConnectionCut(error: unknown): boolean {
  return codeOf(error) === 'ERR_POSTGRES_CONNECTION_CLOSED' || isCutByServer(error)
}

function isCutByServer(error: unknown): boolean {
  // 57P01 to 57P03: the server is being shut down, has crashed, or is still starting; class 08: connection.
  return /^(57P0[123]|08...)$/.test(stateOf(error))
}

/** Whether the server rolled the transaction back because of concurrent ones: run it again. */
export function isRolledBackByOthers(error: unknown): boolean {
  // Serialization failure and deadlock.
  return /^(40001|40P01)$/.test(stateOf(error))
}

/** Whether the server stopped the statement, because it took too long or on request. */
export function isStatementStopped(error: unknown): boolean {
  return stateOf(error) === '57014'
}

/** Bun's error code. */
function codeOf(error: unknown): string {
  return error instanceof SQL.SQLError && 'code' in error ? String(error.code) : ''
}

/** The server's SQLSTATE. */
function stateOf(error: unknown): string {
  return error instanceof SQL.SQLError && 'errno' in error ? String(error.errno) : ''
}
