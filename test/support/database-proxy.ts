/** A proxy in front of the database whose connections can be cut, for tests of outages. */

import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'
import { afterAll } from 'vitest'

export type DatabaseProxy = {
  /** The URL of the same database through the proxy. */
  readonly url: string
  /** Closes every connection and refuses new ones until `restore`. */
  disconnect(): void
  /** Keeps old and new connections open but forwards nothing until `restore`, like a server that hangs. */
  hang(): void
  restore(): void
  isDisconnected(): boolean
  /**
   * Loses the response to one statement: the one with this index, starting at 0, among all statements from now on. The
   * server executes the statement; the client only sees a closed connection. The returned function says whether the
   * index was reached.
   */
  dropReply(number: number): () => boolean
}

/** Call it at the top level of a test file: the proxy closes after the last test. */
export async function openDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const sockets = new Set<Socket>()
  let isDisconnected = false
  let isHanging = false
  let untilDrop = Number.POSITIVE_INFINITY

  const server = createServer((client) => {
    if (isDisconnected) return client.destroy()
    const upstream = connect(serverAddress(databaseUrl))
    let isLosing = false
    const end = () => {
      for (const socket of [client, upstream]) {
        socket.destroy()
        sockets.delete(socket)
      }
    }
    client.on('data', (sent) => {
      if (isHanging) return
      // A statement's message has bytes before its text; startup messages have none.
      if (isQuery(sent)) {
        if (untilDrop === 0) isLosing = true
        untilDrop -= 1
      }
      upstream.write(sent)
    })
    upstream.on('data', (response) => {
      if (isLosing) end()
      else if (!isHanging) client.write(response)
    })
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', end)
      socket.on('close', end)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
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
    disconnect() {
      isDisconnected = true
      for (const socket of sockets) socket.destroy()
    },
    hang() {
      isHanging = true
    },
    restore() {
      isDisconnected = false
      // The dropped bytes are lost: clients that wait on such a connection have to reconnect.
      if (isHanging) for (const socket of sockets) socket.destroy()
      isHanging = false
    },
    isDisconnected: () => isDisconnected,
    dropReply(number) {
      untilDrop = number
      return () => {
        const hasHappened = untilDrop < 0
        untilDrop = Number.POSITIVE_INFINITY
        return hasHappened
      }
    },
  }
}

/** A simple query, or the first message of a prepared one (protocol 3.0: Q, P and B). */
const isQuery = (sent: Buffer): boolean => ['Q', 'P', 'B'].includes(String.fromCharCode(sent[0] ?? 0))

function serverAddress(databaseUrl: string): { path: string } | { host: string; port: number } {
  const url = new URL(databaseUrl)
  const directory = url.searchParams.get('host')
  const port = Number(url.searchParams.get('port') ?? url.port)
  return directory ? { path: `${directory}/.s.PGSQL.${port}` } : { host: url.hostname, port }
}
