import { describe, test } from 'vitest'
import { openShop, recordedSettings } from '../support/shop.ts'
import { type Deviation, type Exchange, Replay, recordedExchanges } from './replay.ts'

const { app } = await openShop({ settings: recordedSettings })
const replay = new Replay(app)

const cachedWithEtag: Deviation = { where: /^header cache-control$/, reason: 'cacheable-with-etag' }

const fewerCounted: Deviation = { where: /\.(count|min_price|max_price)$/, reason: 'fewer-products' }

const deviations: readonly Deviation[] = [
  { where: /\.(weight|formatted_weight)$/, reason: 'weights-in-grams' },
  { where: /\.stock_availability\.text$/, reason: 'own-stock-texts' },
  { where: /\.add_to_cart\.url$/, reason: 'plain-button-address' },
  cachedWithEtag,
  { where: /^header x-wp-total(pages)?$/, reason: 'fewer-products' },
]

const byName: Readonly<Record<string, readonly Deviation[]>> = {
  'search no hit': [{ where: /^header last-modified$/, reason: 'empty-list-undated' }],
  // With fewer products only one page is left.
  featured: [{ where: /^header link$/, reason: 'fewer-products' }],
  rating: [{ where: /^header link$/, reason: 'fewer-products' }],
  'tag (none exist)': [{ where: /^header last-modified$/, reason: 'empty-list-undated' }],
}

/** Truncated items of the recording have only id, name and price. */
function uncut(exchange: Exchange): Exchange {
  const { body } = exchange.response
  if (!Array.isArray(body)) return exchange
  const items = body.map((item) => {
    const { price, ...rest } = item as { price?: string }
    return price === undefined ? item : { ...rest, prices: { price } }
  })
  return { ...exchange, response: { ...exchange.response, body: items } }
}

describe.each(['store-products-list', 'store-products-one', 'store-products-filters'])('%s', (file) => {
  test.each(recordedExchanges(file).map(uncut))(
    '[API-01 products] [API-02 pagination headers] $name',
    async (exchange) => {
      await replay.step({ exchange, deviations: [...deviations, ...(byName[exchange.name] ?? [])] })
    },
  )
})

test.each(recordedExchanges('store-products-collection-data'))(
  '[API-01 collection data] collection data: $name',
  (exchange) => replay.step({ exchange, deviations: [cachedWithEtag, fewerCounted] }),
)

test('every named deviation occurs', () => replay.expectNoUnusedDeviation())
