/** LISTEN on a dedicated connection that reconnects automatically. */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type ClientConnection, connectClient } from './connect.ts'
import { isClientTimeout } from './unavailable-reason.ts'

export type ListenerOptions = {
  readonly channel: string
  readonly onMessage: (payload: string) => void
  /** Called once when the connection is lost, or the server does not answer: messages may be missed from now on. */
  readonly onDisconnect: (error: Error | undefined) => void
  /** Called after reconnecting, to catch up on missed messages; if it fails, the connection is re-established. */
  readonly onReconnect: () => Promise<void>
}

export type Listener = { end(): Promise<void> }

const RETRY_MS = 200
/** Interval of keep-alive queries: a dropped connection or a hanging server is detected within ten seconds. */
const PROBE_EVERY_MS = 4000
/** Longer than a busy machine pauses a healthy server or this process, because a hang ends every open request. */
const TIMEOUT_MS = 6000

/** Resolves when listening. Throws if the first connection fails. */
export async function openListener(url: string, options: ListenerOptions): Promise<Listener> {
  let isEnding = false
  let connection = await listen(url, options)
  const watching = keepListening()

  async function keepListening(): Promise<void> {
    for (;;) {
      const error = await connection.ended
      if (isEnding) return
      options.onDisconnect(error)
      while (!isEnding && !(await reconnect())) await pause(RETRY_MS)
      // Closed while the connection was being established.
      if (isEnding) return close(connection)
    }
  }

  async function reconnect(): Promise<boolean> {
    const replacement = await listen(url, options).catch(() => null)
    if (!replacement) return false
    connection = replacement
    const isCaughtUp = await options.onReconnect().then(
      () => true,
      () => false,
    )
    if (!isCaughtUp) await close(replacement)
    return isCaughtUp
  }

  return {
    async end() {
      isEnding = true
      await close(connection)
      await watching
    },
  }
}

const close = ({ client }: ClientConnection): Promise<void> => client.end().catch(() => {})

async function listen(url: string, { channel, onMessage }: ListenerOptions): Promise<ClientConnection> {
  const connection = await connectClient(url, {
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
    keepAlive: true,
  })
  const { client, ended } = connection
  client.on('notification', (message) => {
    if (message.channel === channel) onMessage(message.payload ?? '')
  })
  const query = (text: string) =>
    client.query(text).catch(async (error: unknown) => {
      if (isClientTimeout(error)) client.emit('error', error)
      await close(connection)
      throw error
    })
  await query(`listen ${pg.escapeIdentifier(channel)}`)
  const probing = setInterval(() => void query('select 1').catch(() => {}), PROBE_EVERY_MS).unref()
  void ended.then(() => clearInterval(probing))
  return connection
}
