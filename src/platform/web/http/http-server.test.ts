import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { closeServer, createHttpServer, requestListener } from './http-server.ts'
import { limitBody } from './limit-body.ts'

test('connections whose headers never end are closed within 15 s, and requests are served meanwhile', async () => {
  const server = createHttpServer((_request, response) => void response.end('tea'))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const started = performance.now()
  const closings = ['', 'GET / HTTP/1.1\r\nHost: tea.example\r\n'].flatMap((head) =>
    Array.from({ length: 100 }, () => timeUntilClosed(connect(port, '127.0.0.1'), head)),
  )
  const response = await fetch(`http://127.0.0.1:${port}/`)
  expect(await response.text()).toBe('tea')
  const last = Math.max(...(await Promise.all(closings))) - started
  expect(last).toBeGreaterThan(9000)
  expect(last).toBeLessThan(20_000)
  await closeServer(server)
}, 60_000)

test('a slow upload may take as long as it needs, and one that stalls is ended', async () => {
  const server = createHttpServer(
    (request, response) => void request.on('end', () => setTimeout(() => response.end('tea'), 600)).resume(),
    { bodyIdleMs: 400 },
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const send = async (bytes: number) => {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    const closed = once(socket, 'close')
    let answer = ''
    socket.on('data', (text) => (answer += String(text)))
    socket.write('POST / HTTP/1.1\r\nHost: tea.example\r\nConnection: close\r\nContent-Length: 8\r\n\r\n')
    for (let sent = 0; sent < bytes; sent += 1) {
      await pause(100)
      socket.write('t')
    }
    await closed
    return answer
  }
  // The answer may also take longer than a stalled body.
  expect(await send(8)).toMatch(/^HTTP\/1.1 200 OK.*tea/s)
  expect(await send(3)).toBe('')
  expect(server.requestTimeout).toBeGreaterThanOrEqual(30 * 60_000)
  await closeServer(server)
})

/** Sends `head` and resolves with the time until the server closes the connection. */
async function timeUntilClosed(socket: Socket, head: string): Promise<number> {
  socket.on('error', () => {}).resume()
  socket.write(head)
  await once(socket, 'close')
  return performance.now()
}

test('a connection outlives a body that nobody has read', async () => {
  const app = new Hono().use(limitBody(400_000)).get('/', (context) => context.text('tea'))
  const server = createHttpServer(requestListener(app))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  let answers = ''
  socket.on('data', (text) => (answers += String(text)))
  const sized = (size: number) => `Content-Length: ${size}\r\n\r\n${'a'.repeat(size)}`
  const chunked = `Transfer-Encoding: chunked\r\n\r\n493e0\r\n${'a'.repeat(300_000)}\r\n0\r\n\r\n`
  for (const body of [sized(300_000), sized(500_000), chunked]) {
    socket.write(`POST /none HTTP/1.1\r\nHost: tea.example\r\n${body}`)
    await pause(800)
    expect(socket.readyState).toBe('open')
  }
  socket.write('GET / HTTP/1.1\r\nHost: tea.example\r\nConnection: close\r\n\r\n')
  await once(socket, 'close')
  expect(answers.match(/(?<=HTTP\/1\.1 )\d+/g)).toEqual(['404', '413', '404', '200'])
  await closeServer(server)
})
