/**
 * Sends the same requests to one server over and over, from a separate process: prepared requests over plain sockets,
 * one at a time on each socket. This costs a third of a load tool with an HTTP client, so that two cores measure the
 * server.
 */
import { connect, type Socket } from 'node:net'

export type LoadSpec = {
  readonly port: number
  readonly connections: number
  readonly seconds: number
  /** Requests sent in turn. `{n}` becomes a unique number. */
  readonly requests: readonly string[]
}
export type LoadResult = {
  readonly perSecond: number
  /** The number of responses, and how many of them had another status than 200 or 201. */
  readonly count: number
  readonly failed: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
}

let sequence = 0

process.on('message', (order: LoadSpec) => {
  void measure(order).then((result) => process.send?.(result))
})
process.once('disconnect', () => process.exit(0))

async function measure(order: LoadSpec): Promise<LoadResult> {
  const ready = order.requests.map((text) => (text.includes('{n}') ? text : Buffer.from(text)))
  const times: number[] = []
  let failed = 0
  let nextIndex = 0
  const started = performance.now()
  const endAt = started + order.seconds * 1000
  const next = () => {
    const request = ready[nextIndex++ % ready.length] ?? ''
    return typeof request === 'string' ? request.replaceAll('{n}', `${process.pid}-${sequence++}`) : request
  }

  const runConnection = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(order.port, '127.0.0.1')
      socket.setNoDelay(true)
      const onResponses = readResponses(socket)
      let sentAt = 0
      const send = () => {
        sentAt = performance.now()
        socket.write(next())
      }
      socket.once('connect', send)
      socket.once('error', reject)
      onResponses((status) => {
        const now = performance.now()
        times.push(now - sentAt)
        if (status !== 200 && status !== 201) failed += 1
        if (now < endAt) return send()
        socket.end()
        resolve()
      })
    })
  await Promise.all(Array.from({ length: order.connections }, runConnection))
  const elapsed = (performance.now() - started) / 1000
  times.sort((a, b) => a - b)
  const percentile = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return {
    perSecond: times.length / elapsed,
    count: times.length,
    failed,
    p50: percentile(0.5),
    p95: percentile(0.95),
    p99: percentile(0.99),
  }
}

const blankLine = Buffer.from('\r\n\r\n')
const lastChunk = Buffer.from('\r\n0\r\n\r\n')

/**
 * Calls back once per complete response, with its status. Parses only what is needed to find the end of a response.
 */
function readResponses(socket: Socket): (onAnswer: (status: number) => void) => void {
  let chunks: Buffer[] = []
  let size = 0
  /**
   * Bytes of the current response that are still missing; 0: its headers are incomplete; -1: it ends with a last chunk.
   */
  let responseLength = 0
  let status = 0
  return (onResponse) => {
    socket.on('data', (piece: Buffer) => {
      chunks.push(piece)
      size += piece.length
      if (responseLength === 0) {
        const start = chunks.length === 1 ? piece : Buffer.concat(chunks)
        const head = start.indexOf(blankLine)
        if (head === -1) return
        const text = start.toString('latin1', 0, head)
        status = Number(text.slice(9, 12))
        const length = /content-length: *(\d+)/i.exec(text)?.[1]
        responseLength = length === undefined ? -1 : head + 4 + Number(length)
      }
      const isComplete =
        responseLength > 0 ? size >= responseLength : Buffer.concat(chunks).subarray(-7).equals(lastChunk)
      if (!isComplete) return
      chunks = []
      size = 0
      responseLength = 0
      onResponse(status)
    })
  }
}
