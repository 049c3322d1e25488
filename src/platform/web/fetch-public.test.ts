import { createHook } from 'node:async_hooks'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { fetchPublic, isPublicHost } from './fetch-public.ts'

const open: Server[] = []
afterEach(() => {
  for (const server of open.splice(0)) server.close()
})

/** A server on this machine, to which only these tests may connect. */
async function serve(listener: RequestListener): Promise<{ url: string; port: number }> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  open.push(server)
  await new Promise((done) => server.once('listening', done))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, port }
}
const limits = { maxBytes: 1000, timeoutMs: 500 }
const anywhere = { ...limits, isAllowed: () => true }

describe('hosts that are not public', () => {
  test.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.31.255.255',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:db8::1',
  ])('%s', (ip) => expect(isPublicHost(ip, 443)).toBe(false))

  test.each(['8.8.8.8', '172.32.0.1', '2606:4700::1111'])('%s is', (ip) => expect(isPublicHost(ip, 443)).toBe(true))
  test('and no port but those of web servers', () => expect(isPublicHost('8.8.8.8', 5432)).toBe(false))

  test.each([
    'http://127.0.0.1/',
    'http://localhost/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://[::ffff:7f00:1]/',
    'http://127.0.0.1:5432/',
  ])('%s is not asked', async (address) => {
    expect(await fetchPublic(address, limits)).toEqual({ ok: false, problem: 'not-public' })
  })
})

test.each(['file:///etc/passwd', 'ftp://example.org/x', 'http://a:b@example.org/', 'data:image/png;base64,AA', 'tea'])(
  '%s is no address of a picture',
  async (address) => {
    expect(await fetchPublic(address, anywhere)).toEqual({ ok: false, problem: 'invalid-address' })
  },
)

test('the bytes of a public address, through a redirect', async () => {
  const { url } = await serve((request, response) => {
    if (request.url === '/moved') response.writeHead(302, { location: '/here' }).end()
    else response.end('leaf')
  })
  expect(await fetchPublic(`${url}/moved`, anywhere)).toEqual({ ok: true, bytes: Buffer.from('leaf') })
})

test('calls at once to one host look it up once, so that a silent name server holds up nothing else', async () => {
  const { port } = await serve((_, response) => response.end('leaf'))
  let lookups = 0
  const counter = createHook({ init: (_, type) => void (type === 'GETADDRINFOREQWRAP' && (lookups += 1)) }).enable()
  const ask = () => fetchPublic(`http://localhost:${port}/`, anywhere)
  await Promise.all([ask(), ask(), ask(), ask()])
  expect(lookups).toBe(1)
  await ask()
  counter.disable()
  expect(lookups).toBe(2)
})

test('a redirect into this network is not followed', async () => {
  const inside = await serve((_, response) => response.end('secret'))
  const { url, port } = await serve((_, response) => response.writeHead(302, { location: inside.url }).end())
  const isAllowed = (ip: string, asked: number) => asked === port || isPublicHost(ip, asked)
  expect(await fetchPublic(url, { ...limits, isAllowed })).toEqual({ ok: false, problem: 'not-public' })
})

test('rings of redirects, what is too large, said or not, what never ends and what is not there are refused', async () => {
  const { url } = await serve((request, response) => {
    if (request.url === '/ring') response.writeHead(302, { location: '/ring' }).end()
    else if (request.url === '/said') response.writeHead(200, { 'content-length': 5000 }).end('x'.repeat(5000))
    else if (request.url === '/unsaid') response.writeHead(200).end('x'.repeat(5000))
    else if (request.url === '/endless') response.writeHead(200).write('x')
    else response.writeHead(404).end('no')
  })
  const problemAt = async (path: string) => {
    const answer = await fetchPublic(url + path, anywhere)
    return answer.ok || answer.problem
  }
  expect(await problemAt('/ring')).toBe('too-many-redirects')
  expect(await problemAt('/said')).toBe('too-large')
  expect(await problemAt('/unsaid')).toBe('too-large')
  expect(await problemAt('/endless')).toBe('unreachable')
  expect(await problemAt('/missing')).toBe('unreachable')
})
