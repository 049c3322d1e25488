import type { RequestListener, Server } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { ConfigurationError } from '../env.ts'

/** Longest wait for requests in flight at a stop. */
const DRAIN_MS = 10_000

/** A process that was killed a moment ago may still hold its port. */
const TRIES = 10
const TRY_PAUSE_MS = 200

/** Listens, or says which variable to change when the port stays taken. */
export async function listenOn(server: Server, port: number, host: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const error = await tryToListen(server, port, host)
    if (error === null) return
    if (error.code !== 'EADDRINUSE') throw error
    if (tries === TRIES) throw new ConfigurationError(`PORT: ${port} is taken by another program. Choose another port.`)
    await pause(TRY_PAUSE_MS)
  }
}

function tryToListen(server: Server, port: number, host: string): Promise<NodeJS.ErrnoException | null> {
  return new Promise((done) => {
    server.once('error', done)
    server.listen(port, host, () => {
      server.off('error', done)
      done(null)
    })
  })
}

/** No new requests; those in flight are finished, as long as that takes no longer than ten seconds. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((done) => {
    server.close(() => done())
    server.closeIdleConnections()
    setTimeout(() => server.closeAllConnections(), DRAIN_MS).unref()
  })
}

/** An app as Node's server calls it. Its answer is written by then; what goes wrong on the way the app answers itself. */
export function requestListener(app: Pick<Hono, 'fetch'>): RequestListener {
  const answer = getRequestListener(app.fetch)
  return (request, response) => void answer(request, response)
}
