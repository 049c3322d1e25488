import type { Context } from 'hono'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import type { Shop } from '../shop.ts'
import { Document } from '../theme/document.tsx'
import { speculationRules } from '../theme/speculation-rules.ts'
import { contentSecurityPolicy, securityHeaders } from './security.ts'

/** Script settings that scripts of such shops read as global variables, e.g. `wc_add_to_cart_params`. */
export type PageGlobals = Readonly<Record<string, unknown>>

export type Page = {
  readonly title: string
  readonly description?: string
  /** Path of the page's one true address; left out on pages that search engines must not keep. */
  readonly canonical?: string
  /** Class names on the body that scripts and styles rely on (html-notes.md, "Body classes"). */
  readonly bodyClass: string
  readonly body: ReactNode
  /** Objects written as JSON-LD. */
  readonly structuredData?: readonly object[]
  /** Picture for links shared elsewhere, as a path. */
  readonly image?: string
  readonly globals?: PageGlobals
  readonly status?: 200 | 400 | 403 | 404 | 405 | 413 | 422 | 429 | 500
  /** `checkout`: the small header without a menu. */
  readonly frame?: 'shop' | 'checkout' | 'bare'
  /** Source path of a built script this page needs besides the first one. */
  readonly scripts?: readonly string[]
  /** Scripts of the payment provider; they come from its own origin. */
  readonly foreignScripts?: readonly string[]
  readonly noIndex?: boolean
  /**
   * What the page shows, when it is the same for everybody: it is then kept and answered from memory until one of
   * these is written. Left out: never kept, by nobody.
   */
  readonly cache?: { readonly tags: readonly string[]; readonly until?: Date; readonly generation: number }
}

const NEVER_KEPT = 'no-cache, must-revalidate, max-age=0, no-store, private'

/** Renders a page to the answer, with its headers, and keeps it when it is the same for everybody. */
export function renderPage(context: Context, shop: Shop, page: Page): Response {
  const inline = inlineScripts(page.globals ?? {}, shop.settings().storeNotice?.id)
  const html = `<!doctype html>${renderToString(<Document page={page} shop={shop} inlineScripts={inline} />)}`
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

/** `</script>` inside a value must not end the script it stands in. */
export const scriptJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

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
