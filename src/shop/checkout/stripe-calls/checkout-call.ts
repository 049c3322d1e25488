import { renderToStaticMarkup } from 'react-dom/server'
import { z } from 'zod'
import type { NoticeList } from '../../../platform/ui/notices.tsx'
import { plainText } from '../../../platform/web/plain-text.ts'
import type { Cart } from '../../cart/cart.store.ts'
import { currentCartSession } from '../../cart/cart-session.ts'
import { setCookiesAfterOrder } from '../../cart/cart-view.tsx'
import { recordDisplayedTotal } from '../../cart/change-cart.store.ts'
import { refusalJson } from '../../risk/checkout-throttle.ts'
import { sheetData, sheetUpdate } from '../../wallets/display-items.ts'
import { sheetOfTotal } from '../../wallets/sheet.ts'
import type { WalletErrorReason } from '../../wallets/wallet-client.ts'
import { digestOf, type Fields } from '../checkout-form.ts'
import { errorHtml, sessionExpired } from '../checkout-notices.tsx'
import type { CheckoutContext } from '../context.ts'
import { nextUrl, type OrderProblem } from '../outcome.ts'
import { refusalOf, refuse, refuseWith, type SubmitRefusal, submitCheckout } from '../submit-checkout.ts'
import { cartToOrder, type NoCart, pageFields } from './express-cart-of.ts'
import { type StripeAnswer, stripeCall } from './stripe-call.ts'
import { stateOf } from './wallet-address.ts'

/** Places an order from a wallet's sheet, without nonce. Only the total that the sheet displayed is charged. */
export const checkoutCall = stripeCall({
  route: 'checkout',
  method: 'POST',
  fields: z.object({
    ...pageFields,
    payment_method: z
      .string()
      .default('')
      .describe('ID of the payment method. The other fields are those of the checkout form.'),
    expected_total_cents: z
      .string()
      .default('')
      .describe('Total that the buyer has authorized, in cents. If the order total differs, the order is rejected.'),
  }),
  async handler(request) {
    const { context, shop, fields, form } = request
    const sheet = { wallet: fields.payment_method, shopCountry: shop.pricing().base.country }
    const failure = (refused: SubmitRefusal): StripeAnswer => ({ json: sheetRefusal(refused, sheet) })
    const sent = sheetFields(form)
    const result = await cartToOrder(request, digestOf(sent))
    const session = await currentCartSession(context, shop)
    if (!result.ok)
      return failure(session || result.problem ? cartRefusal(shop, result) : refuse(sessionExpired(shop.url)))
    const { cart } = result
    const submitted = await submitCheckout(context, shop, cart, sent, 'wallet-sheet')
    if (submitted.kind === 'refused') {
      await recordChangedTotal(shop, cart, submitted)
      return failure(submitted)
    }
    const { kind, order } = submitted
    if (session && fields.page_id !== 'product' && kind !== 'needs-action' && kind !== 'unknown')
      await setCookiesAfterOrder(context, shop, session.key)
    return {
      json: { result: 'success', redirect: nextUrl(shop, submitted), order_id: order.id, reload: false, messages: '' },
    }
  },
})

/** A sold-out item is answered as if it had sold out while the order was placed. */
function cartRefusal(shop: CheckoutContext, { problem, message }: NoCart): SubmitRefusal {
  if (problem?.kind !== 'out-of-stock' && problem?.kind !== 'not-enough-stock') return refuseWith(message)
  const available = problem.kind === 'not-enough-stock' ? problem.available : 0
  const lines = [{ name: problem.name, requested: available + 1, available }]
  return refusalOf({ kind: 'refused', problem: { kind: 'insufficient-stock', lines } }, shop.url)
}

async function recordChangedTotal(shop: CheckoutContext, cart: Cart, { outcome }: SubmitRefusal): Promise<void> {
  if (outcome?.kind !== 'refused' || outcome.problem.kind !== 'total-changed' || cart.id === null) return
  const { totalCents: cents, currency } = outcome.problem.total
  await recordDisplayedTotal(shop.db, cart.id, { cents, currency })
}

const hasShippingAddress = (form: Fields): boolean =>
  ['country', 'address_1', 'city'].some((name) => (form[`shipping_${name}`] ?? '').trim() !== '')

function missingStates(form: Fields): Fields {
  const field = (set: string, name: string) => (form[`${set}_${name}`] ?? '').trim()
  const addresses = ['billing', 'shipping'].map((set) => {
    const address = { country: field(set, 'country').toUpperCase(), postcode: field(set, 'postcode') }
    return [`${set}_state`, field(set, 'state') || stateOf(address)] as const
  })
  return Object.fromEntries(addresses.filter(([, state]) => state !== ''))
}

/** The order goes to the sheet's shipping address; terms that were not ticked were not shown, so not agreed to. */
function sheetFields(form: Fields): Fields {
  const isAgreed = form.terms !== undefined
  const fields = Object.entries(form).filter(([name]) => isAgreed || name !== 'terms-field')
  return {
    ...Object.fromEntries(fields),
    ...missingStates(form),
    ...(hasShippingAddress(form) ? { ship_to_different_address: '1' } : {}),
  }
}

type Sheet = { readonly wallet: string; readonly shopCountry: string }

function sheetRefusal(refused: SubmitRefusal, sheet: Sheet) {
  const { notices, refusal } = refused
  const { code, reason } = kindOf(refused)
  return {
    result: 'failure',
    messages: errorHtml(notices),
    reload: false,
    code,
    reason,
    message: stockText(refused) ?? textOf(notices),
    ...newSheet(refused, sheet),
    ...refusalJson(refusal),
  }
}

/** The error list as one plain text. Links that only lead back are left out: a sheet has none. */
const textOf = (notices: NoticeList): string =>
  notices.map(({ text }) => decoded(plainText(withoutBackLinks(renderToStaticMarkup(text)))).trim()).join(' ')

const withoutBackLinks = (html: string): string => html.replace(/<a [^>]*class="wc-backward"[^>]*>[^<]*<\/a>/g, '')

const htmlEntities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#x27': "'", amp: '&' }
const decoded = (html: string): string =>
  html.replace(/&(lt|gt|quot|#x27|amp);/g, (_, name: string) => htmlEntities[name] ?? '')

/** Without the link to the cart: a sheet's cart cannot be edited. */
function stockText({ outcome }: SubmitRefusal): string | null {
  if (outcome?.kind !== 'refused') return null
  const { problem } = outcome
  if (problem.kind !== 'lines' && problem.kind !== 'insufficient-stock') return null
  const texts = problem.lines.map(({ name, ...line }) => {
    const stock = 'problem' in line ? line.problem : line
    const available = 'available' in stock ? stock.available : 0
    return available > 0 ? `Only ${available} of “${name}” left.` : `“${name}” has sold out.`
  })
  return `${texts.join(' ')} Nothing was charged.`
}

type Kind = { readonly code: string; readonly reason: WalletErrorReason }

const refusedKind: Kind = { code: 'checkout_refused', reason: 'OTHER_ERROR' }
const outOfStock: Kind = { code: 'out_of_stock', reason: 'OTHER_ERROR' }

const kinds: Partial<Record<OrderProblem['kind'], Kind>> = {
  'total-changed': { code: 'total_changed', reason: 'OTHER_ERROR' },
  lines: outOfStock,
  'insufficient-stock': outOfStock,
  'no-shipping': { code: 'no_shipping', reason: 'SHIPPING_ADDRESS_UNSERVICEABLE' },
  coupons: { code: 'coupons_changed', reason: 'OFFER_INVALID' },
  throttled: { code: 'too_many_attempts', reason: 'OTHER_ERROR' },
}

function kindOf({ outcome, notices }: SubmitRefusal): Kind {
  if (!outcome) return fieldKind(notices)
  if (outcome.kind === 'declined') return { code: 'payment_declined', reason: 'PAYMENT_DATA_INVALID' }
  return kinds[outcome.problem.kind] ?? refusedKind
}

function fieldKind(notices: NoticeList): Kind {
  const fields = notices.flatMap(({ field }) => field ?? [])
  if (fields.length === 0) return refusedKind
  const isShipping = fields.some((name) => name.startsWith('shipping_'))
  return { code: 'invalid_fields', reason: isShipping ? 'SHIPPING_ADDRESS_INVALID' : 'PAYMENT_DATA_INVALID' }
}

function newSheet({ outcome }: SubmitRefusal, { wallet, shopCountry }: Sheet) {
  if (outcome?.kind !== 'refused' || outcome.problem.kind !== 'total-changed') return {}
  const sheet = sheetOfTotal(outcome.problem.total)
  return { data: { ...sheetData(sheet, wallet), ...sheetUpdate(sheet, wallet, shopCountry) } }
}
