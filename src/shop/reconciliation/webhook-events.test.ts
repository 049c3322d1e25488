import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isReversalEvent } from '../orders/payments/reversals.ts'
import { cardEventTypes } from '../payments/apply-card-event.ts'
import { webhookEvents } from './webhook.routes.ts'

const isSubscribed = (type: string): boolean =>
  webhookEvents.some((pattern) => (pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern))

test('[PAY-18] the documented webhook receives every event that the shop applies', () => {
  const reversals = ['refund.updated', 'charge.refunded', 'charge.refund.updated', 'charge.dispute.created']
  expect(reversals.filter((type) => !isReversalEvent(type))).toEqual([])
  for (const type of [...reversals, ...cardEventTypes, 'payment_intent.succeeded'])
    expect([type, isSubscribed(type)]).toEqual([type, true])
  for (const document of ['payments', 'operations']) {
    const text = readFileSync(`docs/${document}.md`, 'utf8')
    expect(webhookEvents.filter((event) => !text.includes(`\`${event}\``))).toEqual([])
  }
})
