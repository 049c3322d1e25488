import sharp from 'sharp'
import { expect, test } from 'vitest'
import { openShop } from '../../../test/support/shop.ts'

const { app, shop } = await openShop()
const bytesOf = async (path: string) => {
  const response = await app.request(path)
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

test.each([
  ['/apple-touch-icon.png', 180],
  ['/apple-touch-icon-precomposed.png', 180],
  ['/icon-192.png', 192],
  ['/icon-512.png', 512],
])('%s is a cacheable picture of %i pixels', async (path, pixels) => {
  const { status, headers, bytes } = await bytesOf(path)
  expect([status, headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(headers.get('cache-control')).toMatch(/^public, max-age=/)
  const { width, height, format } = await sharp(bytes).metadata()
  expect([width, height, format]).toEqual([pixels, pixels, 'png'])
  const again = await app.request(path, { headers: { 'if-none-match': headers.get('etag') ?? '' } })
  expect(again.status).toBe(304)
})

test('favicon.ico is an icon with one picture in it', async () => {
  const { status, headers, bytes } = await bytesOf('/favicon.ico')
  expect([status, headers.get('content-type')]).toEqual([200, 'image/x-icon'])
  expect([...bytes.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 32, 32])
  const start = bytes.readUInt32LE(18)
  expect(start + bytes.readUInt32LE(14)).toBe(bytes.length)
  expect((await sharp(bytes.subarray(start)).metadata()).width).toBe(32)
})

test('other sizes are 404', async () => {
  for (const path of ['/icon-1.png', '/icon-9999.png']) expect((await app.request(path)).status).toBe(404)
})

test('the manifest says what the shop is called, and its pictures are there', async () => {
  const response = await app.request('/site.webmanifest')
  expect(response.headers.get('content-type')).toBe('application/manifest+json; charset=UTF-8')
  const manifest = (await response.json()) as {
    name: string
    start_url: string
    icons: { src: string; sizes: string }[]
  }
  expect([manifest.name, manifest.start_url]).toEqual([shop.settings().siteTitle, '/'])
  for (const { src, sizes } of manifest.icons) {
    const { width } = await sharp((await bytesOf(src)).bytes).metadata()
    expect(`${width}x${width}`).toBe(sizes)
  }
  const page = await (await app.request('/')).text()
  expect(page).toContain('<link rel="manifest" href="/site.webmanifest"/>')
  expect(page).toContain('<link rel="apple-touch-icon" href="/apple-touch-icon.png"/>')
})
