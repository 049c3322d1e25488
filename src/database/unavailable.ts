/** Why something could not be done just now, though it may be in a moment; none of it is a mistake of the shop or its visitor. */
export type Unavailable =
  /** No connection to the server, or the server is starting or stopping. */
  | 'away'
  /** A disk has no room left, or cannot be written. */
  | 'full'
  /** Too many connections, no memory, or a statement that took too long. */
  | 'busy'

/** SQLSTATEs, or their class (https://www.postgresql.org/docs/18/errcodes-appendix.html). */
const states: Readonly<Record<string, Unavailable>> = {
  '08': 'away',
  '57P01': 'away',
  '57P02': 'away',
  '57P03': 'away',
  '57P04': 'away',
  // A server that has become the standby of another.
  '25006': 'away',
  '58030': 'full',
  '53100': 'full',
  '53': 'busy',
  '57014': 'busy',
}

const ofDisk: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EIO', 'EROFS'])
const ofNetwork: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  'ENOTFOUND',
])
/** How `pg` words that an answer did not come in time. */
const silence = 'Query read timeout'
/** How `pg` words what has no code. */
const wordsOfPg =
  /^(Connection terminated|Client was closed and is not queryable|Client has encountered a connection error|timeout exceeded when trying to connect|timeout expired|Query read timeout)/

/** Null for every other error: that one is a surprise, and is to be logged as such. */
export function whyUnavailable(error: unknown): Unavailable | null {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const code = 'code' in at && typeof at.code === 'string' ? at.code : ''
    const known = states[code] ?? (/^[0-9A-Z]{5}$/.test(code) ? states[code.slice(0, 2)] : undefined)
    if (known) return known
    if (ofDisk.has(code)) return 'full'
    if (ofNetwork.has(code) || isMissingSocket(at, code) || wordsOfPg.test(at.message)) return 'away'
    // A name with several addresses, none of which answers.
    if (at instanceof AggregateError) {
      const [why = null] = at.errors.map(whyUnavailable)
      if (why) return why
    }
  }
  return null
}

/** Whether it was waited for an answer, and in vain. */
export const isSilence = (error: unknown): boolean => error instanceof Error && error.message === silence

/** A server that was killed leaves its socket, one that was stopped takes it along. */
const isMissingSocket = (error: Error, code: string): boolean =>
  code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect'
