/** Scripts of the product page besides its islands: gallery and tabs. */
import '../../../platform/web/client/tabs.ts'
import './gallery/gallery.client.ts'

/** Same breakpoint as in sticky-add-to-cart.module.css. */
if (matchMedia('(max-width: 959px)').matches) void import('./pages/sticky-add-to-cart.client.ts')

/** How far below the screen express wallets begin to load. */
const WALLETS_MARGIN = '300px'

const loadWallets = (): void => void import('../../../shop/wallets/express-button.client.ts')

/** Express wallets load after the page, once their place nears the screen, or if the address continues a payment. */
function watchWallets(): void {
  if (location.hash.includes('=')) return loadWallets()
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      observer.disconnect()
      loadWallets()
    },
    { rootMargin: WALLETS_MARGIN },
  )
  // A theme or script may put the place into the page later.
  const place = document.querySelector('.wc-stripe-product-checkout-container') ?? document.querySelector('form.cart')
  if (place) observer.observe(place)
}

type PageEvents = {
  readonly wcPayFrontendTracks?: { event: string; properties: object }[]
  readonly wcpayConfig?: { readonly platformTrackerNonce: string }
}

/** Reports the page's events once it is visible: it may have been rendered ahead, or in another tab. */
function reportEvents(): void {
  const { wcPayFrontendTracks = [], wcpayConfig } = window as PageEvents
  if (document.hidden) return
  for (const { event, properties } of wcPayFrontendTracks.splice(0)) {
    const body = new FormData()
    body.set('action', 'platform_tracks')
    body.set('tracksNonce', `${wcpayConfig?.platformTrackerNonce}`)
    body.set('tracksEventName', event)
    body.set('tracksEventProp', JSON.stringify(properties))
    navigator.sendBeacon('/wp-admin/admin-ajax.php', body)
  }
}

document.addEventListener('visibilitychange', reportEvents)
reportEvents()

if (document.querySelector('[data-wallet-problem]')) {
  if (document.readyState === 'complete') watchWallets()
  else addEventListener('load', watchWallets)
}
