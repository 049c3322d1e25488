import type { Server } from 'node:http'
import { ConfigurationError } from '../env.ts'

/** Longest wait for requests in flight at a stop. */
const DRAIN_MS = 10_000

/** Listens, or says which variable to change when the port is taken. */
export function listenOn(server: Server, port: number, host: string): Promise<void> {
  return new Promise((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      fail(
        error.code === 'EADDRINUSE'
          ? new ConfigurationError(`PORT: ${port} is taken by another program. Choose another port.`)
          : error,
      )
    })
    server.listen(port, host, done)
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
