import { z } from 'zod'
import { emptyAddress } from '../../../people/addresses/address.ts'
import { type Currency, shopCurrency } from '../../../platform/money/money.ts'
import { type CallRequest } from '../../../platform/rest/call.ts'
import { invalidFields, invalidParams, notInEnum } from '../../../platform/rest/params.ts'
import type { RestError } from '../../../platform/rest/response.ts'
import type { WithPricing } from '../../pricing/context.ts'
import type { CreateProblem, OrderByHand } from '../by-hand/create-order.ts'
import { MAX_META } from '../change-order.ts'
import { isReservedMeta } from '../order-meta.ts'
import { itemsError } from './item-errors.ts'
import { parseItems } from './item-fields.ts'
import { parseItemMeta, sentMeta } from './item-meta.ts'
import { addressErrors, addressOf, metaErrors, orderFields, unknownStatus } from './order-fields.ts'
import { orderStatuses } from './order-shape.ts'

/** Fields of `POST wc/v3/orders`. Derived ones such as totals and dates are ignored. */
export const newOrderFields = z.looseObject({
  ...orderFields.shape,
  id: z.unknown().optional(),
  parent_id: z.int().optional(),
  currency: z.string().max(3).optional(),
  created_via: z
    .string()
    .regex(/^[\w-]{0,50}$/, '{name} is a name of letters, digits, - and _.')
    .optional()
    .describe('Name of the application that creates the order. `rest-api` by default.'),
})

type Body = z.output<typeof newOrderFields>
const reservedSources: ReadonlySet<string> = new Set(['', 'checkout', 'store-api', 'seed', 'admin'])

export function parseNewOrder(
  shop: WithPricing,
  body: Body,
  { principal, user }: Pick<CallRequest, 'principal' | 'user'>,
): OrderByHand | RestError {
  if (body.id) return exists
  if (body.parent_id) return noParent
  const { billing, shipping, status = 'pending', currency = shopCurrency, created_via: via = '' } = body
  const currencies = [shopCurrency, ...(shop.pricing().currencies ?? []).filter((one) => one.isCharged).map(codeOf)]
  if (!currencies.includes(currency)) return invalidParams({ currency: notInEnum('currency', currencies).error })
  const to = orderStatuses.find((one) => one === status)
  if (!to) return unknownStatus
  const meta = sentMeta(body.meta_data, []) ?? []
  const errors = {
    ...addressErrors('billing', billing, ''),
    ...addressErrors('shipping', shipping, ''),
    ...metaErrors(meta, []),
  }
  if (Object.keys(errors).length > 0) return invalidFields(errors)
  const items = parseItems(body, null, currency)
  if (!items || 'status' in items) return items ?? noItems
  const itemMeta = parseItemMeta(body, null)
  if ('status' in itemMeta) return itemMeta
  return {
    items,
    currency,
    to,
    billing: { ...emptyAddress, ...(billing && addressOf(billing, emptyAddress)) },
    shipping: { ...emptyAddress, ...(shipping && addressOf({ ...shipping, email: undefined }, emptyAddress)) },
    customerId: body.customer_id || null,
    customerNote: body.customer_note ?? '',
    paymentMethod: body.payment_method ?? '',
    paymentMethodTitle: body.payment_method_title ?? '',
    paymentReference: body.transaction_id ?? '',
    createdVia: principal.isSession ? 'admin' : reservedSources.has(via) ? 'rest-api' : via,
    isPaid: body.set_paid ?? false,
    meta: meta.filter(({ key }) => !isReservedMeta(key)),
    author: user.name,
  }
}

const codeOf = ({ currency }: { readonly currency: Currency }) => currency

const error = (code: string, message: string): RestError => ({ status: 400, code, message })
const exists = error('woocommerce_rest_shop_order_exists', 'Cannot create existing shop_order.')
const noParent = error('order_invalid_parent_id', 'Invalid parent ID')
const noItems = invalidFields({ line_items: 'An order is made of its items.' })

export function createError(problem: CreateProblem, currency: Currency): RestError {
  switch (problem.kind) {
    case 'no-such-customer':
      return error('woocommerce_rest_invalid_customer_id', 'Customer ID is invalid.')
    case 'by-provider':
      return invalidFields({
        payment_method:
          'Of this method the payment provider alone says whether money has arrived: send the customer the payment link.',
      })
    case 'too-much-meta':
      return invalidFields({ meta_data: `An order has at most ${MAX_META} entries of metadata.` })
    case 'status':
      return invalidFields({ status: 'A new order cannot begin like this.' })
    default:
      return itemsError(problem, currency)
  }
}
