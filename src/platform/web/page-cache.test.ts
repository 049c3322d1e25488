import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PageCache } from './page-cache.ts'

const now = new Date('2026-11-20T12:00:00Z')
let clock = now.getTime()
const cache = new PageCache({ maxBytes: 200_000 })
let server: Server
let origin: string

beforeAll(async () => {
  server = createServer((request, response) => {
    if (!cache.serve(request, response, clock)) response.writeHead(404).end('not kept')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

const page = (html: string, tags: string[], expiresAt?: Date) => ({
  html,
  tags,
  headers: { 'content-type': 'text/html; charset=UTF-8' },
  ...(expiresAt ? { expiresAt } : {}),
})
const store = (path: string, html: string, tags: string[], expiresAt?: Date) =>
  cache.put(path, page(html, tags, expiresAt), now, cache.generation)
const get = (path: string, headers: Record<string, string> = {}) => fetch(origin + path, { headers })

test('a cached page has its length, ETag and compression by Accept-Encoding', async () => {
  store('/product/a/', `<p>${'tea '.repeat(500)}</p>`, ['product:1'])
  await pause(100)
  const uncompressed = await get('/product/a/', { 'accept-encoding': 'identity' })
  expect(uncompressed.status).toBe(200)
  expect(uncompressed.headers.get('content-length')).toBe(String(Buffer.byteLength(await uncompressed.text())))
  const brotli = await get('/product/a/', { 'accept-encoding': 'br' })
  expect(brotli.headers.get('content-encoding')).toBe('br')
  expect(await brotli.text()).toContain('tea tea')
  const again = await get('/product/a/', { 'if-none-match': String(uncompressed.headers.get('etag')) })
  expect(again.status).toBe(304)
  expect(await again.text()).toBe('')
})

test('an invalidation affects only pages with its tags', async () => {
  store('/product/a/', 'a', ['product:1'])
  store('/product/b/', 'b', ['product:2'])
  cache.invalidate(['product:1'])
  expect((await get('/product/a/')).status).toBe(404)
  expect((await get('/product/b/')).status).toBe(200)
})

test('a page rendered from outdated data is not stored', async () => {
  const before = cache.generation
  cache.invalidate(['product:9'])
  cache.put('/product/c/', page('old', ['product:9']), now, before)
  expect((await get('/product/c/')).status).toBe(404)
})

test('a page expires at its expiry time', async () => {
  store('/sale/', 'sale', ['listing'], new Date(now.getTime() + 60_000))
  expect((await get('/sale/')).status).toBe(200)
  clock = now.getTime() + 60_001
  expect((await get('/sale/')).status).toBe(404)
  clock = now.getTime()
})

test('memory is bounded: the least recently served pages are evicted', async () => {
  store('/page/served/', 'x'.repeat(20_000), ['listing'])
  for (let number = 0; number < 40; number += 1) {
    store(`/page/${number}/`, 'x'.repeat(20_000), ['listing'])
    expect((await get('/page/served/')).status).toBe(200)
  }
  expect(cache.size.bytes).toBeLessThanOrEqual(200_000)
  expect((await get('/page/0/')).status).toBe(404)
  expect((await get('/page/39/')).status).toBe(200)
})

test('write requests are never served from the cache', async () => {
  store('/product/a/', 'a', ['product:1'])
  expect((await fetch(`${origin}/product/a/`, { method: 'POST' })).status).toBe(404)
})

test('during a database outage pages are served beyond ten minutes, but not beyond their expiry', async () => {
  const flash = { cookie: 'samovar_flash=x' }
  store('/product/old/', 'old', ['product:1'])
  store('/product/sale/', 'sale', ['product:2'], new Date(now.getTime() + 60_000))
  clock = now.getTime() + 11 * 60_000
  cache.serveStale()
  try {
    expect((await get('/product/old/')).status).toBe(200)
    expect((await get('/product/old/', flash)).status).toBe(200)
    expect((await get('/product/sale/')).status).toBe(404)
    cache.clear()
    expect((await get('/product/old/')).status).toBe(404)
    store('/product/new/', 'new', ['product:1'])
    expect((await get('/product/new/', flash)).status).toBe(404)
    expect((await get('/product/new/')).status).toBe(404)
  } finally {
    clock = now.getTime()
  }
})

test('while the shop is closed to guests, nothing is put in and nothing is served', async () => {
  let isClosed = false
  const closing = new PageCache({ isClosed: () => isClosed })
  closing.put('/a/', page('a', []), now, closing.generation)
  isClosed = true
  closing.put('/b/', page('b', []), now, closing.generation)
  expect(closing.size.pages).toBe(1)
  const shop = createServer((request, response) => {
    if (!closing.serve(request, response, clock)) response.writeHead(404).end()
  })
  await new Promise<void>((done) => shop.listen(0, '127.0.0.1', done))
  const path = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/a/`
  expect((await fetch(path)).status).toBe(404)
  isClosed = false
  expect((await fetch(path)).status).toBe(200)
  shop.close()
})
