import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { renderToStaticMarkup } from 'react-dom/server'
import { ExchangeContext } from '../../platform/ui/exchange-context.ts'
import type { Platform, WithSettings } from '../../platform/web/context.ts'
import { shownExchange } from '../../platform/web/currency.ts'
import { consumeFlash } from '../../platform/web/flash.tsx'
import { type Page, type PageGlobals, scriptJson } from '../../platform/web/page.ts'
import { CACHE_CONTROL_REVALIDATE, cacheResponse } from '../../platform/web/page-cache.ts'
import { CACHE_CONTROL_NO_STORE } from '../../platform/web/private-pages.ts'
import { hrefs, paths } from '../../platform/web/routes.ts'
import { contentSecurityPolicy } from '../../platform/web/security.ts'
import type { CartSettings } from '../../shop/cart/settings.ts'
import { walletOrigins } from '../../shop/payment-methods/offered-wallets.ts'
import type { TrackingSettings } from '../../shop/tracking/settings.ts'
import { attributionFields } from '../../shop/tracking/visit.ts'
import { noWalletsScript } from '../../shop/wallets/no-wallets.ts'
import { adminBarClass, appearanceScripts } from './appearance/inline-scripts.ts'
import type { StorefrontContext } from './context.ts'
import { Document, speculationRules } from './document.tsx'

const encoder = new TextEncoder()

export function renderPage(context: Context, shop: StorefrontContext, input: Page): Response {
  const flash = consumeFlash(context, shop)
  const settings = shop.settings()
  // A page with notices is personal and not cached; neither is one of a shop that is not open yet.
  const { cache, ...uncached } = input
  const page = withNotFoundClass(flash.length > 0 || settings.comingSoon.isOn || !cache ? uncached : input)
  const globals = page.layout === 'bare' ? {} : shopGlobals(shop, page)
  const inline = [
    ...inlineScripts({ ...globals, ...page.globals }, settings.storeNotice?.id, page.isEditingFrame),
    ...appearanceScripts(settings),
    ...(page.externalScripts ? [noWalletsScript] : []),
  ]
  const document = (
    <ExchangeContext value={shownExchange(context)}>
      <Document page={page} shop={shop} flash={flash} query={context.req.queries()} inlineScripts={inline} />
    </ExchangeContext>
  )
  const html = `<!doctype html>${renderToStaticMarkup(document)}`
  const headers: Record<string, string> = {
    'content-type': 'text/html; charset=UTF-8',
    'cache-control': page.cache ? CACHE_CONTROL_REVALIDATE : CACHE_CONTROL_NO_STORE,
    'content-security-policy': contentSecurityPolicy({
      inlineScripts: [...inline, speculationRules],
      ...(page.externalScripts ? paymentOrigins(shop, page.frames) : { frame: page.frames ?? [] }),
      isDevelopment: shop.assets.developmentScript !== '',
    }),
    link: linksOf(page, shop),
    vary: 'accept-encoding',
  }
  const status = page.status ?? 200
  if (page.cache && status === 200) cacheResponse(context, shop, { body: html, headers }, page.cache)
  // Encoded once: the server would encode a string twice, to measure it and to send it.
  return context.body(encoder.encode(html), status, headers)
}

function paymentOrigins(
  { payments, settings }: Pick<StorefrontContext, 'payments' | 'settings'>,
  frames: readonly string[] = [],
) {
  const wallets = walletOrigins(settings(), payments.scriptUrl)
  const { script, frame, connect } = payments.origins
  return {
    script: [...script, ...wallets.flatMap((wallet) => wallet.script)],
    frame: [...frames, ...frame, ...wallets.flatMap((wallet) => wallet.frame)],
    connect: [...connect, ...wallets.flatMap((wallet) => wallet.connect)],
    image: wallets.flatMap((wallet) => wallet.image),
    style: wallets.flatMap((wallet) => wallet.style),
  }
}

/** 404 pages get their body class (SITE-08) and are excluded from search engines. */
const withNotFoundClass = (page: Page): Page =>
  page.status === 404
    ? { ...page, noIndex: true, bodyClass: [...new Set(`error404 ${page.bodyClass}`.split(' '))].join(' ').trim() }
    : page

/** `Link` headers to the API, the JSON representation and the short link (html-notes.md, response headers). */
function linksOf({ status = 200, jsonPath, entryId }: Page, { url }: StorefrontContext): string {
  const links = [`<${url}${paths.restIndex}>; rel="https://api.w.org/"`]
  if (status === 200 && jsonPath)
    links.push(`<${url}${jsonPath}>; rel="alternate"; title="JSON"; type="application/json"`)
  if (status === 200 && entryId) links.push(`<${url}${hrefs.shortlink(entryId)}>; rel=shortlink`)
  return links.join(', ')
}

const contentsClass = "(document.cookie.includes('tocplus_hidetoc=1')?' toc-hidden':'')"

/** Adds a class for addresses that open the reviews (`tabForAddress`), so that CSS shows them before any other script. */
const reviewsClass = "(/#.*comment-|comment-page-|cpage=|#(tab-)?reviews$/.test(location.href)?' to-reviews':'')"

/** Chips overlay the selects that the form sends: a click on a chip must count before any other script has loaded. */
const chipsChoose =
  "addEventListener('change',function(e){var t=e.target;if(/^chip_/.test(t.name))t.closest('td').querySelector('select').value=t.value})"

/** First the scripts against flicker: no-script class, dismissed elements, space of the admin bar. */
function inlineScripts(globals: PageGlobals, noticeId: string | undefined, isEditingFrame = false): string[] {
  const settings = Object.entries(globals).map(([name, value]) => `var ${name}=${scriptJson(value)}`)
  const dismissed =
    noticeId === undefined
      ? ''
      : `+(document.cookie.includes(${scriptJson(`store_notice${noticeId}=hidden`)})?' notice-dismissed':'')`
  return [
    `document.documentElement.className='js${isEditingFrame ? ' active-js' : ''}'${dismissed}+${contentsClass}+${reviewsClass}${isEditingFrame ? '' : `+${adminBarClass}`};addEventListener('DOMContentLoaded',function(){var c=document.body.classList;c.remove('woocommerce-no-js');c.add('woocommerce-js');if(document.documentElement.classList.contains('admin-bar'))c.add('admin-bar')});${chipsChoose}`,
    ...(settings.length > 0 ? [settings.join(';')] : []),
  ]
}

/** Settings that WooCommerce scripts read as global variables on every page (storefront-scripts.md §1). */
export function shopGlobals(
  shop: Pick<Platform, 'url'> & WithSettings<CartSettings & TrackingSettings>,
  page: Pick<Page, 'isCart'>,
): Record<string, unknown> {
  const ajax = { ajax_url: '/wp-admin/admin-ajax.php', wc_ajax_url: '/?wc-ajax=%%endpoint%%' }
  const siteHash = createHash('md5').update(`1_${shop.url}/samovar`).digest('hex')
  return {
    wc_add_to_cart_params: {
      ...ajax,
      i18n_view_cart: 'View cart',
      cart_url: `${shop.url}${paths.cart}`,
      is_cart: page.isCart ? '1' : '',
      cart_redirect_after_add: shop.settings().cartRedirectAfterAdd,
    },
    woocommerce_params: { ...ajax, i18n_password_show: 'Show password', i18n_password_hide: 'Hide password' },
    wc_cart_fragments_params: {
      ...ajax,
      cart_hash_key: `wc_cart_hash_${siteHash}`,
      fragment_name: `wc_fragments_${siteHash}`,
      request_timeout: '5000',
    },
    wc_order_attribution: {
      params: {
        lifetime: 0.00001,
        session: 30,
        base64: false,
        ajaxurl: ajax.ajax_url,
        prefix: 'wc_order_attribution_',
        allowTracking: shop.settings().orderAttribution,
      },
      fields: attributionFields,
    },
  }
}
