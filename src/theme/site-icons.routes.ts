import { type Context, Hono } from 'hono'
import { hrefs, paths } from '../routes.ts'
import type { Shop } from '../shop.ts'
import { keptDocument } from '../web/kept-answer.ts'
import { etagOf } from '../web/page-cache.ts'
import { iconPng, icoOf } from './site-icons.ts'

const FAVICON_PIXELS = 32
const TOUCH_PIXELS = 180
const APP_PIXELS = [192, 512] as const
const SECONDS_KEPT = 86_400
const PAPER = '#fbf8f1'
const LEAF = '#1f4433'

/** Icons at the addresses where browsers and phones look for them, and what a shop on a home screen is called. */
export function siteIconRoutes(shop: Shop): Hono {
  const routes = new Hono()
  const drawn = new Map<string, Promise<Buffer>>()
  /** Drawn once, when first asked for. */
  const once = (name: string, draw: () => Promise<Buffer>): Promise<Buffer> => {
    const known = drawn.get(name) ?? draw()
    drawn.set(name, known)
    known.catch(() => drawn.delete(name))
    return known
  }

  routes.get(paths.favicon, async (context) => {
    const ico = async () => icoOf(await iconPng(FAVICON_PIXELS, false), FAVICON_PIXELS)
    return picture(context, await once('ico', ico), 'image/x-icon')
  })
  // Older phones ask for the second name.
  for (const path of [paths.touchIcon, '/apple-touch-icon-precomposed.png']) {
    routes.get(path, async (context) =>
      picture(context, await once('touch', () => iconPng(TOUCH_PIXELS, true)), 'image/png'),
    )
  }
  routes.get(paths.icon, async (context) => {
    const pixels = Number(/\d+/.exec(context.req.param('icon'))?.[0])
    return picture(context, await once(`app-${pixels}`, () => iconPng(pixels, true)), 'image/png')
  })

  routes.get(paths.manifest, (context) => {
    const { siteTitle, tagline } = shop.settings()
    const body = JSON.stringify({
      name: siteTitle,
      short_name: siteTitle,
      description: tagline,
      lang: 'en-CA',
      id: hrefs.home(),
      start_url: hrefs.home(),
      scope: hrefs.home(),
      display: 'minimal-ui',
      background_color: PAPER,
      theme_color: LEAF,
      icons: APP_PIXELS.flatMap((pixels) =>
        ['any', 'maskable'].map((purpose) => ({
          src: hrefs.icon(pixels),
          sizes: `${pixels}x${pixels}`,
          type: 'image/png',
          purpose,
        })),
      ),
    })
    const kept = { tags: ['settings'], generation: shop.pages.generation }
    return keptDocument(context, shop, { body, type: 'application/manifest+json; charset=UTF-8' }, kept)
  })
  return routes
}

function picture(context: Context, bytes: Buffer, type: string): Response {
  const etag = etagOf(bytes)
  const headers = { 'content-type': type, 'cache-control': `public, max-age=${SECONDS_KEPT}`, etag }
  if (context.req.header('if-none-match') === etag) return context.body(null, 304, headers)
  return context.body(new Uint8Array(bytes), 200, { ...headers, 'content-length': String(bytes.length) })
}
