import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { Hono } from 'hono'
import { acceptedEncoding, type Encoding, encodingHeaders } from './compression.ts'
import type { Platform } from './context.ts'
import { CACHE_CONTROL_IMMUTABLE } from './private-pages.ts'
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

/** Endings of the compressed copies that `scripts/build.mjs` makes of texts. */
const copies: Readonly<Record<Encoding, string>> = { identity: '', gzip: '.gz', br: '.br' }

/** Built scripts, styles and fonts. Their names contain a content hash, so they are immutable and stay in memory. */
export function staticRoutes(shop: Pick<Platform, 'clientDir'>): Hono {
  const cached = new Map<string, Buffer<ArrayBuffer>>()

  async function read(name: string): Promise<Buffer<ArrayBuffer> | null> {
    const body = cached.get(name) ?? (await readFile(join(shop.clientDir, 'assets', name)).catch(() => null))
    if (body) cached.set(name, body)
    return body
  }

  return new Hono().get(paths.assets, async (context) => {
    const name = context.req.param('file')
    const extension = extname(name)
    const type = types[extension]
    if (!/^[\w.-]+$/.test(name) || name.startsWith('.') || type === undefined) return context.notFound()
    const accepted = acceptedEncoding(context.req.header('accept-encoding'))
    const copy = accepted === 'identity' ? null : await read(name + copies[accepted])
    const body = copy ?? (await read(name))
    if (!body) return context.notFound()
    return context.body(body, 200, {
      'content-type': type,
      'cache-control': CACHE_CONTROL_IMMUTABLE,
      'x-content-type-options': 'nosniff',
      vary: 'accept-encoding',
      // The payment provider's card field, in a frame of another origin, uses the shop's font.
      ...(extension === '.woff2' ? { 'access-control-allow-origin': '*' } : {}),
      ...encodingHeaders(body, copy ? accepted : 'identity'),
    })
  })
}
