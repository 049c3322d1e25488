import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { rejectUnknownHosts, type ShopHost } from './host-check.ts'

const servers: ReturnType<typeof createServer>[] = []
afterAll(() => {
  for (const server of servers) server.close()
})

/** A server that accepts every request behind the host check. Returns the response to raw bytes. */
async function shopAt(shopHost: ShopHost) {
  const server = createServer(
    rejectUnknownHosts(shopHost, (request, response) => response.end(`in as ${request.headers.host}`)),
  )
  servers.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const send = (lines: readonly string[]): Promise<{ status: number; text: string }> =>
    new Promise((done, fail) => {
      let text = ''
      const socket = connect(port, '127.0.0.1', () =>
        socket.write(`${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`),
      )
      socket.on('data', (chunk) => {
        text += chunk
      })
      socket.on('end', () => done({ status: Number(text.split(' ')[1]), text }))
      socket.on('error', fail)
    })
  const statusOf = async (host: string, path = '/') => (await send([`GET ${path} HTTP/1.1`, `Host: ${host}`])).status
  return { port, send, statusOf }
}

const live = await shopAt({ url: 'https://tea.example', isConfigured: true })
const local = await shopAt({ url: 'http://127.0.0.1:3000', isConfigured: false })

test('the shop’s own host is accepted in any spelling', async () => {
  for (const host of ['tea.example', 'TEA.example', 'tea.example:443']) expect(await live.statusOf(host)).toBe(200)
})

test('other hosts are rejected, including similar ones', async () => {
  for (const host of [
    'evil.example',
    'tea.example.evil.example',
    'eviltea.example',
    'tea.example:8443',
    'tea.example.',
    'localhost',
    '203.0.113.9',
    'user@tea.example',
    'tea.example/x',
    'tea.example evil.example',
    '',
  ])
    expect([host, [400, 421].includes(await live.statusOf(host))]).toEqual([host, true])
})

test('a rejection names the right URL, in JSON for API paths, and is not cacheable', async () => {
  const { status, text } = await live.send(['GET /wp-json/wc/store/v1/cart HTTP/1.1', 'Host: evil.example'])
  expect(status).toBe(421)
  expect(text.toLowerCase()).toContain('cache-control: no-store')
  expect(text).toContain('"code":"wrong_host"')
  expect(text).toContain('https://tea.example/')
})

test('two Host headers are rejected, and so is none', async () => {
  for (const hosts of [
    ['tea.example', 'evil.example'],
    ['evil.example', 'tea.example'],
    ['tea.example', 'tea.example'],
  ]) {
    const lines = ['GET / HTTP/1.1', ...hosts.map((host) => `hOsT: ${host}`)]
    expect((await live.send(lines)).status).toBe(400)
    expect((await live.send(['GET /healthz HTTP/1.1', ...lines.slice(1)])).status).toBe(400)
  }
  expect((await live.send(['GET / HTTP/1.0'])).status).toBe(400)
})

test('an address with a host of its own must agree with the header', async () => {
  const to = (target: string, host: string) => live.send([`GET ${target} HTTP/1.1`, `Host: ${host}`])
  expect((await to('https://tea.example/shop/', 'tea.example')).status).toBe(200)
  expect((await to('http://evil.example/', 'tea.example')).status).toBe(400)
  expect((await to('https://tea.example/', 'evil.example')).status).toBe(400)
  expect((await to('https://ada:secret@tea.example/', 'tea.example')).status).toBe(400)
  expect((await to('https://ada@tea.example/', 'tea.example')).status).toBe(400)
})

test('X-Forwarded-Host is ignored', async () => {
  const forwarded = ['X-Forwarded-Host: evil.example', 'Forwarded: host=evil.example']
  expect((await live.send(['GET / HTTP/1.1', 'Host: tea.example', ...forwarded])).text).toContain('in as tea.example')
  const other = ['GET / HTTP/1.1', 'Host: evil.example', 'X-Forwarded-Host: tea.example']
  expect((await live.send(other)).status).toBe(421)
})

test('the IP address and port of the connection are accepted, for probes and local clients', async () => {
  expect(await live.statusOf(`127.0.0.1:${live.port}`)).toBe(200)
  expect(await live.statusOf(`localhost:${live.port}`)).toBe(200)
  expect(await live.statusOf(`127.0.0.1:${live.port + 1}`)).toBe(421)
  expect(await live.statusOf(`10.1.2.3:${live.port}`)).toBe(421)
})

test('health checks accept any single host, or none', async () => {
  expect(await live.statusOf('evil.example', '/healthz')).toBe(200)
  expect((await live.send(['GET /healthz HTTP/1.0'])).status).toBe(200)
  expect(await live.statusOf('evil.example', '/healthz?x=1')).toBe(421)
  // Host names that are not valid in a URL.
  for (const host of ['www.127.0.0.1:4950', '[', 'a b', 'evil.example'])
    expect((await live.send(['GET /healthz HTTP/1.1', `Host: ${host}`])).text).toContain('in as tea.example')
})

test('hosts with and without www. are equivalent: GET redirects, and forms are preserved', async () => {
  const reading = await live.send(['GET /product/sencha/?a=1 HTTP/1.1', 'Host: www.tea.example'])
  expect(reading.status).toBe(301)
  expect(reading.text).toContain('location: https://tea.example/product/sencha/?a=1\r\n')
  expect((await live.send(['POST /cart/ HTTP/1.1', 'Host: www.tea.example', 'Content-Length: 0'])).status).toBe(308)
  const outside = await live.send(['GET //evil.example/ HTTP/1.1', 'Host: www.tea.example'])
  expect(outside.text).toContain('location: https://tea.example//evil.example/\r\n')
})

test('without SHOP_URL only localhost and IP addresses are accepted', async () => {
  for (const host of ['localhost:8080', '127.0.0.1', '[::1]:3000', '192.168.1.20:3000', 'localhost'])
    expect([host, await local.statusOf(host)]).toEqual([host, 200])
  for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example'])
    expect([host, await local.statusOf(host)]).toEqual([host, 421])
})
