import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { Readable } from 'node:stream'
import { Hono } from 'hono'
import { acceptedEncoding, compress, type Encoding, encodingHeaders } from './compression.ts'
import type { Platform } from './context.ts'
import { paths } from './routes.ts'

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.json': 'application/json',
  '.map': 'application/json',
}
const compressible = new Set(['.js', '.css', '.svg', '.json'])

/** Built scripts, styles and fonts. Their names contain a content hash, so they are immutable. */
export function staticRoutes(shop: Pick<Platform, 'clientDir'>): Hono {
  const routes = new Hono()
  const cached = new Map<string, Readonly<Record<Encoding, Buffer>>>()

  routes.get(paths.assets, async (context) => {
    const name = context.req.param('file')
    if (!/^[\w.-]+$/.test(name) || name.startsWith('.')) return context.notFound()
    const file = join(shop.clientDir, 'assets', name)
    const extension = extname(name)
    const headers = {
      'content-type': types[extension] ?? 'application/octet-stream',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      vary: 'accept-encoding',
      // The payment provider's card field, in a frame of another origin, uses the shop's font.
      ...(extension === '.woff2' ? { 'access-control-allow-origin': '*' } : {}),
    }
    const info = await stat(file).catch(() => null)
    if (!info?.isFile()) return context.notFound()
    if (!compressible.has(extension)) {
      return context.body(Readable.toWeb(createReadStream(file)) as ReadableStream, 200, {
        ...headers,
        'content-length': String(info.size),
      })
    }
    const bodies = cached.get(name) ?? (await compress(await readFile(file), { gzip: 9, br: 11 }))
    cached.set(name, bodies)
    const encoding = acceptedEncoding(context.req.header('accept-encoding'))
    const body = bodies[encoding]
    return context.body(new Uint8Array(body), 200, { ...headers, ...encodingHeaders(body, encoding) })
  })
  return routes
}
