import { type Context, Hono } from 'hono'
import { cachedDocument } from '../../platform/web/cached-response.ts'
import type { Platform, WithSettings } from '../../platform/web/context.ts'
import { etagOf } from '../../platform/web/page-cache.ts'
import { hrefs, paths } from '../../platform/web/routes.ts'
import type { SiteSettings } from '../../things/settings/site-settings.ts'
import { iconPng, icoOf } from './site-icons.ts'

const FAVICON_PIXELS = 32
const TOUCH_PIXELS = 180
const APP_PIXELS = [192, 512] as const
const CACHE_SECONDS = 86_400
const PAPER = '#fbf8f1'
const LEAF = '#1f4433'

/** Icons at the paths where browsers look for them, and the web app manifest. */
export function siteIconRoutes(
  shop: Pick<Platform, 'isProduction' | 'now' | 'pages' | 'url'> & WithSettings<SiteSettings>,
): Hono {
  const routes = new Hono()
  const rendered = new Map<string, Promise<Buffer>>()
  /** Rendered once, on first request. */
  const once = (name: string, draw: () => Promise<Buffer>): Promise<Buffer> => {
    const icon = rendered.get(name) ?? draw()
    rendered.set(name, icon)
    icon.catch(() => rendered.delete(name))
    return icon
  }

  routes.get(paths.favicon, async (context) => {
    const ico = async () => icoOf(await iconPng(FAVICON_PIXELS, false), FAVICON_PIXELS)
    return picture(context, await once('ico', ico), 'image/x-icon')
  })
  // Older phones request the second name.
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
