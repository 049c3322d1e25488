import { type ApiResult, type Call, success } from './call.ts'
import { integer, nested, text } from './form.ts'
import { type ListFilter, listObjects } from './sandbox.store.ts'

type ListEndpoint = { kind: string; url: string; filters: readonly ListFilter[] }

const listEndpoints = {
  customers: { kind: 'customer', url: '/v1/customers', filters: ['email'] },
  paymentMethods: { kind: 'payment_method', url: '/v1/payment_methods', filters: ['customer', 'type'] },
  paymentIntents: { kind: 'payment_intent', url: '/v1/payment_intents', filters: ['customer'] },
  charges: { kind: 'charge', url: '/v1/charges', filters: ['customer', 'payment_intent'] },
  refunds: { kind: 'refund', url: '/v1/refunds', filters: ['charge', 'payment_intent'] },
  disputes: { kind: 'dispute', url: '/v1/disputes', filters: ['charge', 'payment_intent'] },
  events: { kind: 'event', url: '/v1/events', filters: ['type'] },
  webhookEndpoints: { kind: 'webhook_endpoint', url: '/v1/webhook_endpoints', filters: [] },
} as const satisfies Record<string, ListEndpoint>

/** Newest first, at most 100 per page; `starting_after` is the cursor. */
export function listHandler(name: keyof typeof listEndpoints): (call: Call) => Promise<ApiResult> {
  return async (call) => {
    const { kind, url, filters } = listEndpoints[name]
    const where: Partial<Record<ListFilter, string>> = {}
    for (const filter of filters) {
      const value = text(call.params, filter)
      if (value !== null) where[filter] = value
    }
    const limit = Math.min(Math.max(integer(call.params, 'limit') ?? 10, 1), 100)
    const page = await listObjects(call.tx, call.account, {
      kind,
      where,
      limit,
      createdSince: integer(nested(call.params, 'created') ?? {}, 'gte'),
      startingAfter: text(call.params, 'starting_after'),
    })
    return success({ object: 'list', data: page.data, has_more: page.hasMore, url })
  }
}

/** The saved cards of a customer. */
export async function listCustomerMethods(call: Call, customer: string): Promise<ApiResult> {
  return listHandler('paymentMethods')({ ...call, params: { ...call.params, customer } })
}
