import type { Context } from 'hono'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Shop } from '../shop.ts'
import { Document } from '../theme/document.tsx'
import { speculationRules } from '../theme/speculation-rules.ts'
import { takeFlash } from './flash.tsx'
import { type Page, type PageGlobals, scriptJson } from './page.ts'
import { contentSecurityPolicy, securityHeaders } from './security.ts'

const NEVER_KEPT = 'no-cache, must-revalidate, max-age=0, no-store, private'

/** Renders a page to the answer, with its headers, and keeps it when it is the same for everybody. */
export function renderPage(context: Context, shop: Shop, asked: Page): Response {
  const flash = takeFlash(context, shop)
  // What is said to one shopper is nobody else's: such a page is not kept.
  const { cache, ...personal } = asked
  const page: Page = flash.length > 0 || !cache ? personal : asked
  const inline = inlineScripts(page.globals ?? {}, shop.settings().storeNotice?.id)
  const html = `<!doctype html>${renderToStaticMarkup(<Document page={page} shop={shop} flash={flash} inlineScripts={inline} />)}`
  const origins = page.foreignScripts ? shop.payments.origins : undefined
  const headers: Record<string, string> = {
    'content-type': 'text/html; charset=UTF-8',
    'cache-control': page.cache ? 'public, max-age=0, must-revalidate' : NEVER_KEPT,
    'content-security-policy': contentSecurityPolicy({
      inlineScripts: [...inline, speculationRules],
      ...(origins ? { script: origins.script, frame: origins.frame, connect: origins.connect } : {}),
      isDevelopment: shop.assets.development !== '',
    }),
    vary: 'accept-encoding',
  }
  const status = page.status ?? 200
  if (page.cache && status === 200 && context.req.method === 'GET' && shop.isProduction) {
    const url = new URL(context.req.url)
    shop.pages.put(
      url.pathname + url.search,
      {
        html,
        headers: { ...securityHeaders, ...headers },
        tags: page.cache.tags,
        ...(page.cache.until ? { until: page.cache.until } : {}),
      },
      shop.now(),
      page.cache.generation,
    )
  }
  return context.body(html, status, headers)
}

/**
 * The swap of the no-script class comes first, and with it whether this browser has dismissed the notice, so that
 * nothing flashes or jumps; then the settings of the page.
 */
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
