import type { Context } from 'hono'
import { renderToStaticMarkup } from 'react-dom/server'
import { CACHE_CONTROL_REVALIDATE, cacheResponse } from '../../platform/web/cached-response.ts'
import type { Platform } from '../../platform/web/context.ts'
import { consumeFlash } from '../../platform/web/flash.tsx'
import { type Page, type PageGlobals, scriptJson } from '../../platform/web/page.ts'
import { hrefs, paths } from '../../platform/web/routes.ts'
import { contentSecurityPolicy } from '../../platform/web/security.ts'
import type { DocumentContext } from './context.ts'
import { Document } from './document.tsx'
import { shopGlobals } from './shop-globals.ts'
import { speculationRules } from './speculation-rules.ts'

const CACHE_CONTROL_NO_STORE = 'no-cache, must-revalidate, max-age=0, no-store, private'

/** Renders a page with its headers, and caches it if it is public. */
export function renderPage(context: Context, shop: DocumentContext, input: Page): Response {
  const flash = consumeFlash(context, shop)
  // A page with notices is personal and not cached.
  const { cache, ...uncached } = input
  const page = withNotFoundClass(flash.length > 0 || !cache ? uncached : input)
  const globals = page.layout === 'bare' ? {} : shopGlobals(shop, page)
  const inline = inlineScripts({ ...globals, ...page.globals }, shop.settings().storeNotice?.id)
  const html = `<!doctype html>${renderToStaticMarkup(<Document page={page} shop={shop} flash={flash} inlineScripts={inline} />)}`
  const origins = page.externalScripts ? shop.payments.origins : undefined
  const headers: Record<string, string> = {
    'content-type': 'text/html; charset=UTF-8',
    'cache-control': page.cache ? CACHE_CONTROL_REVALIDATE : CACHE_CONTROL_NO_STORE,
    'content-security-policy': contentSecurityPolicy({
      inlineScripts: [...inline, speculationRules],
      ...(origins ? { script: origins.script, frame: origins.frame, connect: origins.connect } : {}),
      isDevelopment: shop.assets.developmentScript !== '',
    }),
    link: linksOf(page, shop),
    vary: 'accept-encoding',
  }
  const status = page.status ?? 200
  if (page.cache && status === 200) cacheResponse(context, shop, { body: html, headers }, page.cache)
  return context.body(html, status, headers)
}

/** 404 pages get their body class (SITE-08) and are excluded from search engines. */
const withNotFoundClass = (page: Page): Page =>
  page.status === 404
    ? { ...page, noIndex: true, bodyClass: [...new Set(`error404 ${page.bodyClass}`.split(' '))].join(' ').trim() }
    : page

/** `Link` headers to the API, the JSON representation and the short link (html-notes.md, response headers). */
function linksOf(page: Page, shop: Pick<Platform, 'url'>): string {
  const isFound = (page.status ?? 200) === 200
  return [
    `<${shop.url}${paths.restIndex}>; rel="https://api.w.org/"`,
    ...(isFound && page.jsonPath
      ? [`<${shop.url}${page.jsonPath}>; rel="alternate"; title="JSON"; type="application/json"`]
      : []),
    ...(isFound && page.entryId ? [`<${shop.url}${hrefs.shortlink(page.entryId)}>; rel=shortlink`] : []),
  ].join(', ')
}

/** The no-script class is replaced first, and a dismissed notice hidden, to avoid flicker; then the settings of the page. */
function inlineScripts(globals: PageGlobals, noticeId: string | undefined): string[] {
  const settings = Object.entries(globals).map(([name, value]) => `var ${name}=${scriptJson(value)}`)
  const dismissed =
    noticeId === undefined
      ? ''
      : `+(document.cookie.includes(${scriptJson(`store_notice${noticeId}=hidden`)})?' notice-dismissed':'')`
  return [
    `document.documentElement.className='js'${dismissed};addEventListener('DOMContentLoaded',function(){var c=document.body.classList;c.remove('woocommerce-no-js');c.add('woocommerce-js')})`,
    ...(settings.length > 0 ? [settings.join(';')] : []),
  ]
}
