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
const keep = (path: string, html: string, tags: string[], expiresAt?: Date) =>
  cache.put(path, page(html, tags, expiresAt), now, cache.generation)
const get = (path: string, headers: Record<string, string> = {}) => fetch(origin + path, { headers })

test('a kept page is answered with its length, its tag, and compressed for who can read that', async () => {
  keep('/product/a/', `<p>${'tea '.repeat(500)}</p>`, ['product:1'])
  await pause(100)
  const plain = await get('/product/a/', { 'accept-encoding': 'identity' })
  expect(plain.status).toBe(200)
  expect(plain.headers.get('content-length')).toBe(String(Buffer.byteLength(await plain.text())))
  const brotli = await get('/product/a/', { 'accept-encoding': 'br' })
  expect(brotli.headers.get('content-encoding')).toBe('br')
  expect(await brotli.text()).toContain('tea tea')
  const again = await get('/product/a/', { 'if-none-match': String(plain.headers.get('etag')) })
  expect(again.status).toBe(304)
  expect(await again.text()).toBe('')
})

test('a write drops the pages that show it and no others', async () => {
  keep('/product/a/', 'a', ['product:1'])
  keep('/product/b/', 'b', ['product:2'])
  cache.invalidate(['product:1'])
  expect((await get('/product/a/')).status).toBe(404)
  expect((await get('/product/b/')).status).toBe(200)
})

test('a page rendered from data that was overtaken by a write is not kept', async () => {
  const before = cache.generation
  cache.invalidate(['product:9'])
  cache.put('/product/c/', page('old', ['product:9']), now, before)
  expect((await get('/product/c/')).status).toBe(404)
})

test('a page ends when what it says ends', async () => {
  keep('/sale/', 'sale', ['listing'], new Date(now.getTime() + 60_000))
  expect((await get('/sale/')).status).toBe(200)
  clock = now.getTime() + 60_001
  expect((await get('/sale/')).status).toBe(404)
  clock = now.getTime()
})

test('memory is bounded: the oldest pages leave', async () => {
  for (let number = 0; number < 40; number += 1) keep(`/page/${number}/`, 'x'.repeat(20_000), ['listing'])
  expect(cache.size.bytes).toBeLessThanOrEqual(200_000)
  expect((await get('/page/0/')).status).toBe(404)
  expect((await get('/page/39/')).status).toBe(200)
})

test('a write request is never answered from memory', async () => {
  keep('/product/a/', 'a', ['product:1'])
  expect((await fetch(`${origin}/product/a/`, { method: 'POST' })).status).toBe(404)
})

test('while there is no database a page is shown beyond its ten minutes, but not when it would be wrong', async () => {
  const flash = { cookie: 'samovar_flash=x' }
  keep('/product/old/', 'old', ['product:1'])
  keep('/product/sale/', 'sale', ['product:2'], new Date(now.getTime() + 60_000))
  clock = now.getTime() + 11 * 60_000
  cache.serveStale()
  try {
    expect((await get('/product/old/')).status).toBe(200)
    expect((await get('/product/old/', flash)).status).toBe(200)
    expect((await get('/product/sale/')).status).toBe(404)
    cache.clear()
    expect((await get('/product/old/')).status).toBe(404)
    keep('/product/new/', 'new', ['product:1'])
    expect((await get('/product/new/', flash)).status).toBe(404)
    expect((await get('/product/new/')).status).toBe(404)
  } finally {
    clock = now.getTime()
  }
})
