import type { RequestListener, Server } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { ConfigurationError } from '../env.ts'

/** Longest wait for requests in flight at a stop. */
const DRAIN_MS = 10_000

/** A process that was killed a moment ago may still hold its port. */
const MAX_ATTEMPTS = 10
const RETRY_DELAY_MS = 200

/** Listens, or says which variable to change when the port stays taken. */
export async function listenOn(server: Server, port: number, host: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const error = await tryToListen(server, port, host)
    if (error === null) return
    if (error.code !== 'EADDRINUSE') throw error
    if (attempt === MAX_ATTEMPTS)
      throw new ConfigurationError(`PORT: ${port} is taken by another program. Choose another port.`)
    await pause(RETRY_DELAY_MS)
  }
}

function tryToListen(server: Server, port: number, host: string): Promise<NodeJS.ErrnoException | null> {
  return new Promise((resolve) => {
    server.once('error', resolve)
    server.listen(port, host, () => {
      server.off('error', resolve)
      resolve(null)
    })
  })
}

/** No new requests; those in flight are finished, as long as that takes no longer than ten seconds. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeIdleConnections()
    setTimeout(() => server.closeAllConnections(), DRAIN_MS).unref()
  })
}

/** An app as Node's server calls it. Its answer is written by then; what goes wrong on the way the app answers itself. */
export function requestListener(app: Pick<Hono, 'fetch'>): RequestListener {
  const handle = getRequestListener(app.fetch)
  return (request, response) => void handle(request, response)
}
