import { SQL } from 'bun'

/** No answer within the time that a healthy server needs, its own time-outs included. */
export class PostgresTimeout extends Error {
  override readonly name = 'PostgresTimeout'
}

/** The connection can't be used any more, whatever became of its statements. */
export function isConnectionLost(error: unknown): boolean {
  return (
    error instanceof PostgresTimeout ||
    /^ERR_POSTGRES_CONNECTION_/.test(codeOf(error)) ||
    isCutByServer(error)
  )
}

/** The connection was closed while it was in use, for example by a restarting server: another connection may work. */
export function isConnectionCut(error: unknown): boolean {
  return codeOf(error) === 'ERR_POSTGRES_CONNECTION_CLOSED' || isCutByServer(error)
}

function isCutByServer(error: unknown): boolean {
  // 57P01 to 57P03: the server is being shut down, has crashed, or is still starting; class 08: connection.
  return /^(57P0[123]|08...)$/.test(stateOf(error))
}

/** The server has rolled the transaction back because of others at the same time: run it again. */
export function isRolledBackByOthers(error: unknown): boolean {
  // Serialization failure and deadlock.
  return /^(40001|40P01)$/.test(stateOf(error))
}

/** The server has stopped the statement, because it took too long or was asked to. */
export function isStatementStopped(error: unknown): boolean {
  return stateOf(error) === '57014'
}

/** Bun's code of an error. */
function codeOf(error: unknown): string {
  return error instanceof SQL.SQLError && 'code' in error ? String(error.code) : ''
}

/** The SQLSTATE that the server gave. */
function stateOf(error: unknown): string {
  return error instanceof SQL.SQLError && 'errno' in error ? String(error.errno) : ''
}
