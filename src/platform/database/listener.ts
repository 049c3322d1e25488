/** LISTEN on a dedicated connection that reconnects automatically. */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { applicationName } from './connect.ts'

export type ListenerOptions = {
  readonly channel: string
  readonly onMessage: (payload: string) => void
  /** Called once when the connection is lost: messages may be missed from now on. */
  readonly onDisconnect: (error: Error | undefined) => void
  /** Called after reconnecting, to catch up on missed messages; if it fails, the connection is re-established. */
  readonly onReconnect: () => Promise<void>
}

export type Listener = { end(): Promise<void> }

const RETRY_MS = 200
const CONNECT_MS = 5000
/** Interval of keep-alive queries, which detect silently dropped connections. */
const PROBE_EVERY_MS = 20_000
const PROBE_MS = 5000

/** Resolves when listening. Throws if the first connection fails. */
export async function openListener(url: string, options: ListenerOptions): Promise<Listener> {
  let isEnding = false
  let connection = await open(url, options)

  const watchConnection = async (): Promise<void> => {
    for (;;) {
      const error = await connection.ended
      if (isEnding) return
      options.onDisconnect(error)
      await reconnect()
      // Closed while the connection was being established.
      if (isEnding) return connection.end()
    }
  }
  const reconnect = async (): Promise<void> => {
    while (!isEnding) {
      const replacement = await open(url, options).catch(() => null)
      if (replacement) {
        connection = replacement
        const isCaughtUp = await options.onReconnect().then(
          () => true,
          () => false,
        )
        if (isCaughtUp) return
        await replacement.end()
      }
      await pause(RETRY_MS)
    }
  }
  const watching = watchConnection()
  return {
    async end() {
      isEnding = true
      await connection.end()
      await watching
    },
  }
}

type ListenConnection = { readonly ended: Promise<Error | undefined>; end(): Promise<void> }

async function open(url: string, { channel, onMessage }: ListenerOptions): Promise<ListenConnection> {
  const client = new pg.Client({
    connectionString: url,
    application_name: applicationName,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: PROBE_MS,
    keepAlive: true,
  })
  let connectionError: Error | undefined
  client.on('error', (error) => {
    connectionError = error
  })
  const ended = new Promise<Error | undefined>((done) => client.once('end', () => done(connectionError)))
  client.on('notification', (message) => {
    if (message.channel === channel) onMessage(message.payload ?? '')
  })
  const end = async (): Promise<void> => {
    clearInterval(probing)
    await client.end().catch(() => {})
  }
  const probe = (): void => void client.query('select 1').catch(end)
  const probing = setInterval(probe, PROBE_EVERY_MS).unref()
  void ended.then(() => clearInterval(probing))
  try {
    await client.connect()
    await client.query(`listen ${pg.escapeIdentifier(channel)}`)
  } catch (error) {
    await end()
    throw error
  }
  return { ended, end }
}
