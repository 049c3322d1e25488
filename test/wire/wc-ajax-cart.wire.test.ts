import { describe, expect, test } from 'vitest'
import { openShop, recordedSettings } from '../support/shop.ts'
import { missingHooks, normalizeAjaxBody } from './markup.ts'
import { type Deviation, type Exchange, Replay, recordedExchanges } from './replay.ts'

const { app } = await openShop({ settings: recordedSettings })
const replay = new Replay(app, normalizeAjaxBody)

const adding = recordedExchanges('wc-ajax-add-to-cart')
const refreshing = recordedExchanges('wc-ajax-get-refreshed-fragments')
const removing = recordedExchanges('wc-ajax-remove-from-cart')
const unknown = recordedExchanges('wc-ajax-unknown')

const emptyLink: Deviation = {
  where: /^body\.fragments\.a\.cart-contents\.amounts\.length$/,
  reason: 'empty-cart-link',
}

const byName: Readonly<Record<string, readonly Deviation[]>> = {
  'no session': [emptyLink],
  'remove last line, cart becomes empty (note the expiring cookies)': [emptyLink],
  'unpublished or non product post id (page 6)': [{ where: /^body\.product_url$/, reason: 'no-product-no-page' }],
}
const notice: Deviation = { where: /^header set-cookie$/, reason: 'notice-in-a-cookie' }
/** Whether the response redirects to the product page, which then shows the reason. */
const isRefused = ({ response, name }: Exchange): boolean =>
  (response.body as { error?: boolean } | null)?.error === true && !Object.hasOwn(byName, name)
const step = (exchange: Exchange) =>
  replay.step({ exchange, deviations: [...(byName[exchange.name] ?? []), ...(isRefused(exchange) ? [notice] : [])] })

describe('add_to_cart', () => {
  test('between the recordings somebody bought the tea that is sold individually', async () => {
    const like = adding.find((exchange) => exchange.name === 'sold individually product added a second time')
    if (!like) throw new Error('Nothing was recorded')
    const answer = await replay.between(like, 'POST', '/?wc-ajax=add_to_cart', { product_id: 134, quantity: 1 })
    expect(await answer.json()).toHaveProperty('fragments')
  })

  test.each(adding)('[ATC-01] $name', step)
})

describe('get_refreshed_fragments', () => {
  test.each(refreshing)('[ATC-01] $name', step)

  test('[ATC-01 fragments and cart_hash] [MINI-01 fragments and cart_hash] fragments carry the public class names', async () => {
    const [, exchange] = refreshing
    if (!exchange) throw new Error('Nothing was recorded')
    const recorded = (exchange.response.body as { fragments: Record<string, string> }).fragments
    const answer = await replay.between(exchange, 'GET', '/?wc-ajax=get_refreshed_fragments')
    const ours = ((await answer.json()) as { fragments: Record<string, string> }).fragments
    for (const [selector, html] of Object.entries(recorded)) {
      // Classes of the recorded theme's image sizes do not matter to scripts.
      const missing = missingHooks(html, ours[selector] ?? '').filter((mark) => !/(attachment|size)-/.test(mark))
      // Our header shows the amount only to screen readers, without the markup of a price.
      const unpriced = ['class amount', 'class woocommerce-Price-amount', 'class woocommerce-Price-currencySymbol']
      expect({ selector, missing }).toEqual({ selector, missing: selector === 'a.cart-contents' ? unpriced : [] })
    }
  })
})

describe('remove_from_cart', () => {
  test.each(removing)('[MINI-01 remove link, fragments and cart_hash] $name', step)
})

describe('unknown calls', () => {
  test.each(unknown)('[ATC-01] $name', step)
})

test('every named deviation occurs', () => replay.expectNoUnusedDeviation())
