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
  const places = document.querySelectorAll('.wc-stripe-product-checkout-container')
  // A theme or script may put the place into the page later.
  for (const place of places.length > 0 ? places : document.querySelectorAll('form.cart')) observer.observe(place)
}

if (document.querySelector('[data-wallet-problem]')) {
  if (document.readyState === 'complete') watchWallets()
  else addEventListener('load', watchWallets)
}
