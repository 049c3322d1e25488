import { describe, expect, test } from 'vitest'
import { openShop, recordedSettings } from '../support/shop.ts'
import { type Deviation, type Exchange, Replay, recordedExchanges } from './replay.ts'

const { app } = await openShop({ settings: recordedSettings })
const store = (path: string) => `/wp-json/wc/store/v1${path}`

describe('lists other than products', () => {
  const replay = new Replay(app)
  const kept: Deviation = { where: /^header cache-control$/, reason: 'cacheable-with-etag' }
  const fewer: Deviation = {
    where: /^body(\[\d\])?\.(count|review_count)$|^body(\[\d\])?\.length$|^body\[\d\]\.(id|name|taxonomy)$/,
    reason: 'fewer-products',
  }
  const counted = ['categories', 'one category', 'attributes', 'attribute terms']

  test.each(recordedExchanges('store-products-categories-attributes'))(
    '[API-01 categories, tags, attributes] [API-02] $name',
    (exchange) =>
      replay.step({
        exchange,
        deviations: [
          ...(exchange.response.status === 200 ? [kept] : []),
          ...(counted.includes(exchange.name) ? [fewer] : []),
        ],
      }),
  )
  test('every named deviation occurs', () => replay.expectNoUnusedDeviation())
})

describe('batches', () => {
  const replay = new Replay(app)
  const exchanges = recordedExchanges('store-batch')
  const weight: Deviation = { where: /\.items_weight$/, reason: 'weights-in-grams' }

  test('the first request of the cart returns the nonce', async () => {
    const [like] = exchanges
    expect((await replay.between(like as Exchange, 'GET', store('/cart'))).status).toBe(200)
  })
  test.each(exchanges)('[API-01 batch] [API-02] batch: $name', (exchange) =>
    replay.step({ exchange, deviations: exchange.name === 'two adds' ? [weight] : [] }),
  )
  test('every named deviation occurs', () => replay.expectNoUnusedDeviation())
})
