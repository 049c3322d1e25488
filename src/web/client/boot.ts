/** The script every page begins with. It only looks at what the page needs, and fetches that when it is needed. */
import { hadCart } from '../../cart/had-cart.client.ts'
import { beginVisit } from '../../tracking/visit.client.ts'
import { wakeIslands, whenVisible } from './wake-islands.ts'

const cartMarks = '.add_to_cart_button, .remove_from_cart_button, form.cart, input.qty, .woocommerce-cart'

const start = () => {
  wakeIslands()
  whenSeen(beginVisit)
  onFirstMove(() => void import('./header.ts').then((header) => header.watchHeader()))

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

  if (document.querySelector('#filters, .woocommerce-ordering')) void import('../../catalog/listing.client.ts')
  if (document.querySelector('.entry-content :is(img[data-resize], [data-src])')) {
    void import('../../content/content-media.client.ts')
  }
  if (document.querySelector('.comment-reply-link')) {
    onFirstMove(() => void import('../../content/comment-reply.client.ts'))
  }
  const comment = document.getElementById('commentform')
  if (comment) whenVisible(comment, () => void import('../../content/comment-form.client.ts'))
  if (document.querySelector('.password-input')) void import('../../accounts/show-password.ts')
  if (document.querySelector('.woocommerce-product-gallery')) void import('../../catalog/product-page.client.ts')
  if (document.querySelector(cartMarks) || document.cookie.includes('woocommerce_items_in_cart=') || hadCart()) {
    void import('../../cart/cart.client.ts')
  }
}

/** A page made ready in advance is no visit before it is shown. */
function whenSeen(run: () => void): void {
  if ((document as { prerendering?: boolean }).prerendering)
    document.addEventListener('prerenderingchange', run, { once: true })
  else run()
}

/** Header, menus and the way back to the top are for somebody who moves about. */
function onFirstMove(run: () => void): void {
  const moves = ['scroll', 'pointermove', 'pointerdown', 'focusin'] as const
  const once = () => {
    for (const move of moves) removeEventListener(move, once)
    run()
  }
  for (const move of moves) addEventListener(move, once, { passive: true })
  if (scrollY > 0) once()
}

// A module runs once the whole page has been read.
start()
