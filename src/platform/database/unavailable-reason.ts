/** Cause of a temporary failure, which is neither a bug nor the visitor's mistake. */
export type UnavailableReason =
  /** No connection to the server, or the server is starting or stopping. */
  | 'unreachable'
  /** A disk is full or read-only. */
  | 'disk-full'
  /** Too many connections, out of memory, or a statement timeout. */
  | 'busy'
  /** File storage is unavailable. */
  | 'no-storage'

/** SQLSTATEs or their class (https://www.postgresql.org/docs/18/errcodes-appendix.html). */
const sqlStates: Readonly<Record<string, UnavailableReason>> = {
  '08': 'unreachable',
  '57P01': 'unreachable',
  '57P02': 'unreachable',
  '57P03': 'unreachable',
  '57P04': 'unreachable',
  // The server has become a read-only standby.
  '25006': 'unreachable',
  '58030': 'disk-full',
  '53100': 'disk-full',
  '53': 'busy',
  '57014': 'busy',
}

const diskErrorCode = /^(ENOSPC|EDQUOT|EIO|EROFS)$/
const networkErrorCode =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOTFOUND)$/
/** Message of `pg` for a client-side timeout. */
const clientTimeoutMessage = 'Query read timeout'
/** Messages of `pg` errors without a code. */
const connectionErrorMessage =
  /^(Connection terminated|Client was closed and is not queryable|Client has encountered a connection error|timeout exceeded when trying to connect|timeout expired|Query read timeout)/

/** Null for all other errors, which are unexpected and logged as such. */
export function unavailableReason(error: unknown): UnavailableReason | null {
  for (let current: unknown = error; current instanceof Error; current = current.cause) {
    const code = 'code' in current && typeof current.code === 'string' ? current.code : ''
    const reason = sqlStates[code] ?? (/^[0-9A-Z]{5}$/.test(code) ? sqlStates[code.slice(0, 2)] : undefined)
    if (reason) return reason
    if (code === 'EFILESTORE') return 'no-storage'
    if (diskErrorCode.test(code)) return 'disk-full'
    if (networkErrorCode.test(code) || isMissingSocket(current, code) || connectionErrorMessage.test(current.message))
      return 'unreachable'
    // All addresses of a host name failed.
    if (current instanceof AggregateError) {
      const [cause = null] = current.errors.map(unavailableReason)
      if (cause) return cause
    }
  }
  return null
}

export const isClientTimeout = (error: unknown): boolean =>
  error instanceof Error && error.message === clientTimeoutMessage

/** A missing socket means a stopped server; a killed one leaves it. */
const isMissingSocket = (error: Error, code: string): boolean =>
  code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect'
