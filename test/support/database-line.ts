/** A line to the database that can be cut, for tests of what happens when it is. */

import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'
import { afterAll } from 'vitest'

export type DatabaseLine = {
  /** The same database, reached over this line. */
  readonly url: string
  /** Ends every connection and refuses new ones until `mend`. */
  cut(): void
  /** Lets every connection stand, old and new, and carries nothing any more: a server that hangs. Until `mend`. */
  hang(): void
  mend(): void
  isCut(): boolean
  /**
   * Loses the answer to one statement: of all that are sent from now on, the one with this number, the next being 0. The
   * server carries it out; whoever sent it only hears that the connection is gone. Answers whether it came to that.
   */
  loseAnswer(number: number): () => boolean
}

/** Call it at the top level of a test file: it closes after the last test. */
export async function openLine(databaseUrl: string): Promise<DatabaseLine> {
  const sockets = new Set<Socket>()
  let isCut = false
  let isHanging = false
  let left = Number.POSITIVE_INFINITY

  const server = createServer((near) => {
    if (isCut) return near.destroy()
    const far = connect(placeOf(databaseUrl))
    let isLosing = false
    const end = () => {
      for (const socket of [near, far]) {
        socket.destroy()
        sockets.delete(socket)
      }
    }
    near.on('data', (sent) => {
      if (isHanging) return
      // A statement has bytes before its text; what opens a connection has not.
      if (isQuery(sent)) {
        if (left === 0) isLosing = true
        left -= 1
      }
      far.write(sent)
    })
    far.on('data', (answer) => {
      if (isLosing) end()
      else if (!isHanging) near.write(answer)
    })
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', end)
      socket.on('close', end)
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  afterAll(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })

  const url = new URL(databaseUrl)
  url.search = ''
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.toString(),
    cut() {
      isCut = true
      for (const socket of sockets) socket.destroy()
    },
    hang() {
      isHanging = true
    },
    mend() {
      isCut = false
      // What was swallowed is gone: whoever waited on such a connection has to begin anew.
      if (isHanging) for (const socket of sockets) socket.destroy()
      isHanging = false
    },
    isCut: () => isCut,
    loseAnswer(number) {
      left = number
      return () => {
        const hasHappened = left < 0
        left = Number.POSITIVE_INFINITY
        return hasHappened
      }
    },
  }
}

/** A simple query, or the first message of a prepared one (protocol 3.0: Q, P and B). */
const isQuery = (sent: Buffer): boolean => ['Q', 'P', 'B'].includes(String.fromCharCode(sent[0] ?? 0))

function placeOf(databaseUrl: string): { path: string } | { host: string; port: number } {
  const url = new URL(databaseUrl)
  const directory = url.searchParams.get('host')
  const port = Number(url.searchParams.get('port') ?? url.port)
  return directory ? { path: `${directory}/.s.PGSQL.${port}` } : { host: url.hostname, port }
}
