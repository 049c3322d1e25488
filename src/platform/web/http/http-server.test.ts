import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { closeServer, createHttpServer } from './http-server.ts'

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

/** Sends `head` and resolves with the time until the server closes the connection. */
async function timeUntilClosed(socket: Socket, head: string): Promise<number> {
  socket.on('error', () => {}).resume()
  socket.write(head)
  await once(socket, 'close')
  return performance.now()
}
