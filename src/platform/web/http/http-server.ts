import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { hasErrorCode } from '../../database/process-lock.ts'
import { ConfigurationError } from '../../env.ts'

/** Maximum wait for requests in progress on shutdown. */
const DRAIN_MS = 10_000

/** A process killed a moment ago may still hold the port. */
const MAX_ATTEMPTS = 10
const RETRY_DELAY_MS = 200

/** Idle time after which a connection is closed; longer than common proxies wait, so that they close first. */
const KEEP_ALIVE_MS = 65_000
/** Longest time until a request's headers are complete. Phones on a poor network need some seconds. */
const HEADERS_MS = 10_000
const CHECK_INTERVAL_MS = 5000
/** Longest time until a request is complete, for large files, and longest pause within it. */
const REQUEST_MS = 60 * 60_000
const BODY_IDLE_MS = 60_000

/** A server that closes connections within 15 s if they send no complete headers, so that these cannot fill it up. */
export function createHttpServer(listener: RequestListener, { bodyIdleMs = BODY_IDLE_MS } = {}): Server {
  return createServer(
    {
      keepAliveTimeout: KEEP_ALIVE_MS,
      headersTimeout: HEADERS_MS,
      requestTimeout: REQUEST_MS,
      connectionsCheckingInterval: CHECK_INTERVAL_MS,
    },
    (request, response) => {
      // Not for the server as a whole: refreshed timeouts cost a cached page a tenth of its processor time.
      if (hasBody(request)) {
        request.setTimeout(bodyIdleMs)
        // A complete request may wait longer for its response.
        response.on('timeout', () => void (request.complete || request.destroy()))
      }
      listener(request, response)
    },
  )
}

/** Listens, or throws an error that names the variable to change. `hostVariable` is the one that contains `host`. */
export async function listenOn(server: Server, port: number, host: string, hostVariable = 'HOST'): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await once(server.listen(port, host), 'listening')
      return
    } catch (error) {
      if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'].some((code) => hasErrorCode(error, code)))
        throw new ConfigurationError(`${hostVariable}: ${host} is not an address of this machine.`)
      if (hasErrorCode(error, 'EACCES'))
        throw new ConfigurationError(`PORT: this user may not listen on ${port}. Choose a port from 1024 up.`)
      if (!hasErrorCode(error, 'EADDRINUSE')) throw error
      if (attempt === MAX_ATTEMPTS)
        throw new ConfigurationError(`PORT: ${port} is taken by another program. Choose another port.`)
      await pause(RETRY_DELAY_MS)
    }
  }
}

/** Throws the errors of `listenOn` without serving, for a check before anything is changed. */
export async function assertCanListen(port: number, host: string, hostVariable = 'HOST'): Promise<void> {
  const probe = createServer()
  await listenOn(probe, port, host, hostVariable)
  await closeServer(probe)
}

/** Stops accepting requests and waits up to ten seconds for those in progress. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeIdleConnections()
    setTimeout(() => server.closeAllConnections(), DRAIN_MS).unref()
  })
}

/** A body that waits for a reader would close the connection later, during another request: proxies reuse connections. */
const discardBody = (request: IncomingMessage) =>
  void (request.complete || request.removeAllListeners('data').on('data', () => {}))
const hasBody = ({ headers }: IncomingMessage) => 'content-length' in headers || 'transfer-encoding' in headers

/** The app as a Node request listener. Errors are handled by the app itself. */
export function requestListener(app: Pick<Hono, 'fetch'>): RequestListener {
  const handle = getRequestListener(app.fetch)
  return (request, response) => {
    if (hasBody(request)) response.on('finish', () => discardBody(request))
    void handle(request, response)
  }
}
