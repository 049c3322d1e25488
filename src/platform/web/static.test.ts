import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { staticRoutes } from './static.ts'

const clientDir = mkdtempSync(join(tmpdir(), 'samovar-client-'))
afterAll(() => rmSync(clientDir, { recursive: true }))
const assets = join(clientDir, 'assets')
mkdirSync(assets)
const text = 'const tea = 1\n'.repeat(50)
const copies = { br: brotliCompressSync(text), gzip: gzipSync(text) }
writeFileSync(join(assets, 'tea-1a2b3c4.js'), text)
writeFileSync(join(assets, 'tea-1a2b3c4.js.br'), copies.br)
writeFileSync(join(assets, 'tea-1a2b3c4.js.gz'), copies.gzip)
writeFileSync(join(assets, 'bare-1a2b3c4.css'), text)
writeFileSync(join(assets, 'font-1a2b3c.woff2'), text)

const routes = staticRoutes({ clientDir })
const get = async (name: string, accepted = '') => {
  const response = await routes.request(`/assets/${name}`, { headers: { 'accept-encoding': accepted } })
  const { status, headers } = response
  const body = Buffer.from(await response.arrayBuffer())
  expect(headers.get('content-length')).toBe(status === 200 ? String(body.length) : null)
  return { status, body, encoding: headers.get('content-encoding'), type: headers.get('content-type') }
}

test('a script is sent as the copy that the build has compressed for what the browser accepts', async () => {
  const type = 'text/javascript; charset=utf-8'
  const script = 'tea-1a2b3c4.js'
  expect(await get(script, 'gzip, deflate, br')).toEqual({ status: 200, body: copies.br, encoding: 'br', type })
  expect(await get(script, 'gzip')).toEqual({ status: 200, body: copies.gzip, encoding: 'gzip', type })
  expect(await get(script)).toEqual({ status: 200, body: Buffer.from(text), encoding: null, type })
})

test('a file without copies is sent as it is', async () => {
  for (const name of ['bare-1a2b3c4.css', 'font-1a2b3c.woff2'])
    expect(await get(name, 'br')).toMatchObject({ status: 200, body: Buffer.from(text), encoding: null })
})

test.each(['none.js', 'tea-1a2b3c4.js.br', '..%2fsecret.js', '.hidden.js', '%00.js'])(
  '%s is not found',
  async (name) => {
    expect(await get(name, 'br')).toMatchObject({ status: 404 })
  },
)
