import '../../../platform/web/client/tabs.ts'
import { whenVisible } from '../../../platform/web/client/when-visible.client.ts'
import type { Visitor } from '../../../shop/wallets/client/visitor.client.ts'
import { hydrateIslands } from '../client/hydrate-islands.ts'
import './gallery/gallery.client.ts'

hydrateIslands()

/** Same breakpoint as in product-page.module.css. */
if (matchMedia('(max-width: 959px)').matches) void import('./pages/sticky-add-to-cart.client.ts')

const WALLETS_MARGIN = '300px'

const loadWallets = (): void =>
  void import('../../../shop/wallets/client/express-button.client.ts').then((file) => file.startExpressButtons(visitor))

/** Loads wallet buttons when their container nears the screen, or immediately if the URL continues a payment. */
function watchWallets(): void {
  if (location.hash.includes('=')) return loadWallets()
  // A theme or script may insert the container later.
  const place = document.querySelector('.wc-stripe-product-checkout-container') ?? document.querySelector('form.cart')
  if (place) whenVisible(place, loadWallets, WALLETS_MARGIN)
}

type PageSettings = {
  readonly wcPayFrontendTracks?: { event: string; properties: object }[]
  readonly wcpayConfig?: { readonly platformTrackerNonce: string; readonly fraudServices: { readonly sift?: object } }
}
const { wcPayFrontendTracks: events = [], wcpayConfig } = window as PageSettings

const ajaxUrl = '/wp-admin/admin-ajax.php'

let visitor: Promise<Visitor | null> | undefined

/** Reports the page's events once it is visible, because it may be prerendered or in a background tab. */
function reportVisit(): void {
  if (document.hidden) return
  for (const { event, properties } of events.splice(0)) {
    const body = new FormData()
    body.set('action', 'platform_tracks')
    body.set('tracksNonce', `${wcpayConfig?.platformTrackerNonce}`)
    body.set('tracksEventName', event)
    body.set('tracksEventProp', JSON.stringify(properties))
    navigator.sendBeacon(ajaxUrl, body)
  }
  visitor ??= identifyVisitor(wcpayConfig?.fraudServices.sift)
}

/** Fraud detection needs the visitor's id, which is fetched because this page is cached for everybody (PAY-16). */
async function identifyVisitor(sift: object | undefined): Promise<Visitor | null> {
  if (!sift) return null
  try {
    const response = await fetch(`${ajaxUrl}?action=payment_visitor`, { method: 'POST' })
    const answer = (await response.json()) as Visitor
    Object.assign(sift, answer.sift)
    return answer
  } catch {
    return null
  }
}

document.addEventListener('visibilitychange', reportVisit)
reportVisit()

if (document.querySelector('[data-wallet-problem]')) {
  if (document.readyState === 'complete') watchWallets()
  else addEventListener('load', watchWallets)
}
