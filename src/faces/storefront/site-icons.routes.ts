import { type Context, Hono } from 'hono'
import sharp from 'sharp'
import { cachedDocument, etagOf } from '../../platform/web/page-cache.ts'
import { hrefs, paths } from '../../platform/web/routes.ts'
import type { StorefrontContext } from './context.ts'
import favicon from './pictures/favicon.svg?raw'

const FAVICON_PIXELS = 32
const TOUCH_PIXELS = 180
const APP_PIXELS = [192, 512] as const
const CACHE_SECONDS = 86_400
const PAPER = '#fbf8f1'
const LEAF = '#1f4433'

export function siteIconRoutes(shop: StorefrontContext): Hono {
  const routes = new Hono()
  const rendered = new Map<number, Promise<Buffer>>()
  const iconOf = (pixels: number): Promise<Buffer> => {
    const icon = rendered.get(pixels) ?? iconPng(pixels, pixels !== FAVICON_PIXELS)
    rendered.set(pixels, icon)
    icon.catch(() => rendered.delete(pixels))
    return icon
  }

  routes.get(paths.favicon, async (context) =>
    picture(context, icoOf(await iconOf(FAVICON_PIXELS), FAVICON_PIXELS), 'image/x-icon'),
  )
  // Older phones request the second name.
  for (const path of [paths.touchIcon, '/apple-touch-icon-precomposed.png'])
    routes.get(path, async (context) => picture(context, await iconOf(TOUCH_PIXELS), 'image/png'))
  routes.get(paths.icon, async (context) => {
    const pixels = Number(/\d+/.exec(context.req.param('icon'))?.[0])
    return picture(context, await iconOf(pixels), 'image/png')
  })

  routes.get(paths.manifest, (context) => {
    const { siteTitle, tagline } = shop.settings()
    const body = JSON.stringify({
      name: siteTitle,
      short_name: siteTitle,
      description: tagline,
      lang: 'en-CA',
      id: paths.home,
      start_url: paths.home,
      scope: paths.home,
      display: 'minimal-ui',
      background_color: PAPER,
      theme_color: LEAF,
      icons: APP_PIXELS.flatMap((pixels) => {
        const icon = { src: hrefs.icon(pixels), sizes: `${pixels}x${pixels}`, type: 'image/png' }
        return ['any', 'maskable'].map((purpose) => ({ ...icon, purpose }))
      }),
    })
    const cache = { tags: ['settings'], generation: shop.pages.generation }
    return cachedDocument(context, shop, { body, type: 'application/manifest+json; charset=UTF-8' }, cache)
  })
  return routes
}

function picture(context: Context, bytes: Buffer, type: string): Response {
  const etag = etagOf(bytes)
  const headers = { 'content-type': type, 'cache-control': `public, max-age=${CACHE_SECONDS}`, etag }
  if (context.req.header('if-none-match') === etag) return context.body(null, 304, headers)
  return context.body(new Uint8Array(bytes), 200, { ...headers, 'content-length': String(bytes.length) })
}

/** The shop's logo for emails, at three times its display size. */
export const emailMark = (): Promise<Buffer> => iconPng(108, false)

/** The shop's icon in a size in pixels. `isMaskable` fills the corners, for systems that apply their own mask. */
function iconPng(pixels: number, isMaskable: boolean): Promise<Buffer> {
  const drawing = isMaskable ? favicon.replace(/(<rect[^>]*) rx="\d+"/, '$1') : favicon
  return sharp(Buffer.from(drawing), { density: (72 * pixels) / 64 })
    .resize(pixels, pixels)
    .png({ compressionLevel: 9 })
    .toBuffer()
}

const ICO_HEADER_BYTES = 22

/** An `.ico` file with one PNG inside, which current browsers support. At most 256 pixels. */
function icoOf(png: Buffer, pixels: number): Buffer {
  const header = Buffer.alloc(ICO_HEADER_BYTES)
  header.set([0, 0, 1, 0, 1, 0]) // an icon with one picture
  header.set([pixels % 256, pixels % 256, 0, 0, 1, 0, 32, 0], 6) // its size, colour planes and bits per pixel
  header.writeUInt32LE(png.length, 14)
  header.writeUInt32LE(ICO_HEADER_BYTES, 18)
  return Buffer.concat([header, png])
}
