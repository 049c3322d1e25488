import { onFirstInteraction } from '../../../platform/web/client/first-interaction.client.ts'
import { whenVisible } from '../../../platform/web/client/when-visible.client.ts'
import { hadCart } from '../../../shop/cart/client/had-cart.client.ts'
import { trackVisit } from '../../../shop/tracking/visit.client.ts'

/** Elements that the cart's script handles, and the hearts of `saved.client.ts`. */
const cartSelectors =
  '.add_to_cart_button, .remove_from_cart_button, form.cart, input.qty, .woocommerce-cart, [name=save]'

const start = () => {
  whenActivated(trackVisit)
  onFirstInteraction(() => void import('./header.ts').then((header) => header.initHeader()))

  const notice = document.querySelector<HTMLElement>('.woocommerce-store-notice')
  const dismiss = (event: Event) => {
    if (!notice || (event instanceof KeyboardEvent && event.key !== ' ')) return
    event.preventDefault()
    document.cookie = `store_notice${notice.dataset.noticeId}=hidden; path=/; max-age=31536000; samesite=lax`
    notice.hidden = true
  }
  const dismissLink = notice?.querySelector('.woocommerce-store-notice__dismiss-link')
  dismissLink?.addEventListener('click', dismiss)
  dismissLink?.addEventListener('keydown', dismiss)

  // The body gets its class after this file has run.
  if (document.querySelector('html.admin-bar'))
    void import('../appearance/admin-bar.client.ts').then((bar) => bar.showBar())
  const notices = document.querySelectorAll<HTMLElement>(
    '.woocommerce-notices-wrapper > *, .woocommerce-error, [data-notice]',
  )
  if (notices[0]) {
    void import('../../../platform/web/client/reveal-notice.ts').then((file) => file.revealPageNotices(notices))
  }
  if (document.querySelector('#filters, .woocommerce-ordering')) void import('../../../shop/listing/listing.client.ts')
  if (document.querySelector('.hfeed, .entry-content:not(.panel), [data-feature]')) {
    void import('../../../site/content/content-page.client.ts')
  }
  const comment = document.getElementById('commentform')
  if (comment) whenVisible(comment, () => void import('../../../site/comments/comment-form.client.ts'))
  if (document.querySelector('.password-input')) void import('../../../people/identity/passwords/show-password.ts')
  if (document.querySelector('.woocommerce-product-gallery')) void import('../product/product-page.client.ts')
  if (document.querySelector(cartSelectors) || document.cookie.includes('woocommerce_items_in_cart=') || hadCart()) {
    void import('../../../shop/cart/client/cart.client.ts')
  }
}

/** A prerendered page does not count as a visit before it is shown. */
function whenActivated(callback: () => void): void {
  if ((document as { prerendering?: boolean }).prerendering)
    document.addEventListener('prerenderingchange', callback, { once: true })
  else callback()
}

start()
