import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import type { Platform, WithSettings } from '../../../platform/web/context.ts'
import { cachedDocument } from '../../../platform/web/page-cache.ts'
import { CACHE_CONTROL_IMMUTABLE, CACHE_CONTROL_NO_STORE } from '../../../platform/web/private-pages.ts'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import type { ThemeSettings } from './settings.ts'
import { themeCss } from './theme-css.ts'

/** The style sheet of the shop's theme and its URL, which contains a content hash; null for the default look. */
export function themeSheet({ theme }: ThemeSettings): { readonly css: string; readonly href: string } | null {
  const css = themeCss(theme)
  if (css === '') return null
  return { css, href: hrefs.themeSheet(createHash('sha256').update(css).digest('base64url').slice(0, 12)) }
}

export function themeRoutes(
  shop: Pick<Platform, 'isProduction' | 'now' | 'pages' | 'url'> & WithSettings<ThemeSettings>,
): Hono {
  return new Hono().get(paths.themeSheet, (context) => {
    const cache = { tags: ['settings'], generation: shop.pages.generation }
    const sheet = themeSheet(shop.settings())
    const outdated = { 'cache-control': CACHE_CONTROL_NO_STORE }
    if (!sheet) return context.text('The shop has no such style sheet.', 404, outdated)
    // The page was loaded before the theme changed.
    if (context.req.path !== sheet.href) return context.body(null, 302, { ...outdated, location: sheet.href })
    const headers = { 'cache-control': CACHE_CONTROL_IMMUTABLE }
    return cachedDocument(context, shop, { body: sheet.css, type: 'text/css; charset=utf-8', headers }, cache)
  })
}
