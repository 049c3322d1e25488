import { z } from 'zod'
import { priceString } from '../../../platform/money/money.ts'
import { defineCall } from '../../../platform/rest/call.ts'
import { toGmtIso } from '../../../platform/time/shop-time.ts'
import type { Platform } from '../../../platform/web/context.ts'
import { paths } from '../../../platform/web/routes.ts'
import type { WithPayments } from '../../gateways/context.ts'
import { ordersRead } from '../capabilities.ts'
import { readToDo } from '../to-do.store.ts'

const kind = z.enum(['dispute', 'capture', 'failed-refund', 'difference'])

const shape = z.strictObject({
  items: z.array(
    z.strictObject({
      kind,
      order_id: z.int(),
      amount: z.string(),
      currency: z.string(),
      due_gmt: z.string().nullable().describe('Deadline for evidence, or expiry of the authorization, in GMT.'),
      reason: z.string().describe('Reason code of the dispute at the payment provider.'),
    }),
  ),
  more: z.array(kind).describe('Kinds with more entries than listed in `items`.'),
  disputed: z.int().describe('Number of orders with an open dispute.'),
  capture_expiring: z.int().describe('Number of orders whose authorized payment is not captured yet.'),
})

export type ToDoJson = z.infer<typeof shape>

export const toDoCall = defineCall({
  summary: 'Lists disputes to answer, payments to capture, failed refunds and mismatched payments, by deadline',
  method: 'GET',
  path: paths.restToDo,
  capability: ordersRead,
  action: 'list',
  response: shape,
  async handler(shop: Pick<Platform, 'db' | 'now'> & WithPayments) {
    const { items, more, disputed, captureExpiring } = await readToDo(shop, shop.now())
    const json: ToDoJson = {
      items: items.map((one) => ({
        kind: one.kind,
        order_id: one.orderId,
        amount: priceString(one.amountCents, one.currency),
        currency: one.currency,
        due_gmt: one.dueAt ? toGmtIso(one.dueAt) : null,
        reason: one.reason,
      })),
      more,
      disputed,
      capture_expiring: captureExpiring,
    }
    return { json }
  },
})
