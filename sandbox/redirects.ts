import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { html } from 'hono/html'
import type { ErrorBody } from './api-error.ts'
import type { Authentication, PayLaterType, PaymentIntent } from './api-objects.ts'
import style from './browser/pay-later.css?raw'
import type { Call } from './call.ts'
import type { FramesDeps } from './frames.ts'
import { ownCall } from './own-call.ts'
import { payLaterNames, payLaterType } from './pay-later.ts'
import { chargeCard, failPayment } from './payment-intents.ts'
import { lockMethod, type StoredMethod } from './payment-methods.ts'
import { findObject, lockObject, type SandboxTx, saveObject, transaction } from './sandbox.store.ts'
import { findAuthentication } from './three-d-secure.ts'

const outcomes = ['accept', 'later', 'decline', 'close'] as const
type Outcome = (typeof outcomes)[number]

/** The pages of Affirm, Afterpay and Klarna, where the shopper accepts a payment and returns to the shop. */
export function createRedirects(deps: FramesDeps): Hono {
  const routes = new Hono()
  routes.get('/v3/pay-later.css', (c) => c.body(style, 200, { 'Content-Type': 'text/css; charset=utf-8' }))
  routes.get('/v3/pay-later/:id', async (c) => {
    const agreement = await transaction(deps.pool, (tx) => findAgreement(tx, deps.account, c.req.param('id')))
    return agreement ? page(c, agreement) : c.text('There is nothing to agree to here.', 404)
  })
  routes.post('/v3/pay-later/:id', bodyLimit({ maxSize: 1024 }), async (c) => {
    const posted = (await c.req.parseBody()).outcome
    const outcome = outcomes.find((each) => each === posted) ?? 'close'
    const returnUrl = await transaction(deps.pool, (tx) => answer(ownCall(deps, tx), c.req.param('id') ?? '', outcome))
    if (!returnUrl) return c.text('There is nothing to agree to here.', 404)
    deps.onEvent()
    return c.redirect(returnUrl, 303)
  })
  return routes
}

type Agreement = {
  readonly authentication: Authentication
  readonly type: PayLaterType
  /** Whether the payment still waits for the shopper's answer. */
  readonly isOpen: boolean
  readonly returnUrl: string
}

async function findAgreement(tx: SandboxTx, account: string, id: string): Promise<Agreement | null> {
  const authentication = await findAuthentication(tx, account, id)
  const method = authentication && (await findObject(tx, account, authentication.payment_method))
  const intent = authentication && (await findObject(tx, account, authentication.intent))
  const type = payLaterType(String(method?.data.type))
  if (!authentication || !intent || !type) return null
  const data = intent.data as PaymentIntent
  return { authentication, type, isOpen: isAwaiting(data, id), returnUrl: returnUrlOf(authentication, data) }
}

const isAwaiting = ({ status, next_action: action }: PaymentIntent, id: string): boolean =>
  status === 'requires_action' && action?.type === 'redirect_to_url' && action.redirect_to_url.url.endsWith(`/${id}`)

/** Applies the shopper's answer once, and returns the URL to go back to. */
async function answer(call: Call, id: string, outcome: Outcome): Promise<string | null> {
  const agreement = await findAgreement(call.tx, call.account, id)
  if (!agreement) return null
  const { authentication, type } = agreement
  const intent = (await lockObject<PaymentIntent>(call.tx, call.account, 'payment_intent', authentication.intent))?.data
  if (!intent) return null
  if (isAwaiting(intent, id)) await apply(call, { intent, authentication, type, outcome })
  return returnUrlOf(authentication, intent)
}

type Answer = {
  readonly intent: PaymentIntent
  readonly authentication: Authentication
  readonly type: PayLaterType
  readonly outcome: Outcome
}

async function apply(call: Call, { intent, authentication, type, outcome }: Answer): Promise<void> {
  const method = await lockMethod(call, authentication.payment_method)
  const isAccepted = outcome === 'accept' || outcome === 'later'
  authentication.status = isAccepted ? 'succeeded' : 'failed'
  await saveObject(call.tx, { data: authentication })
  if (!isAccepted) return failPayment(call, intent, refusalOf(type, method, outcome))
  if (outcome === 'later') {
    method.hidden.behaviour.charge = 'processing'
    await saveObject(call.tx, method)
  }
  await chargeCard(call, intent, method)
}

const refusalOf = (type: PayLaterType, method: StoredMethod, outcome: Outcome): ErrorBody => ({
  type: 'invalid_request_error',
  ...(outcome === 'close'
    ? { code: 'payment_method_customer_decline', message: `The customer did not agree to the ${type} payment.` }
    : { code: 'payment_method_provider_decline', message: `The ${type} payment was declined.` }),
  payment_method: method.data,
})

function returnUrlOf({ return_url: base, intent: id }: Authentication, intent: PaymentIntent): string {
  const url = new URL(base ?? '')
  url.searchParams.set('payment_intent', id)
  url.searchParams.set('payment_intent_client_secret', intent.client_secret)
  const status = { succeeded: 'succeeded', requires_capture: 'succeeded', processing: 'pending' }[String(intent.status)]
  url.searchParams.set('redirect_status', status ?? 'failed')
  return url.href
}

function page(c: Context, agreement: Agreement): Response | Promise<Response> {
  const origin = new URL(agreement.returnUrl).origin
  c.header(
    'Content-Security-Policy',
    // Browsers apply `form-action` to the redirect after the form submission, too.
    `default-src 'none'; style-src 'self'; form-action 'self' ${origin}; base-uri 'none'; frame-ancestors 'none'`,
  )
  c.header('Cache-Control', 'no-store')
  c.header('Referrer-Policy', 'no-referrer')
  c.header('X-Content-Type-Options', 'nosniff')
  return c.html(document(agreement))
}

const moneyText = (cents: number, currency: string) =>
  new Intl.NumberFormat('en-CA', { style: 'currency', currency }).format(cents / 100)

/** Four payments that add up to the amount: the last one compensates for the rounding of the others. */
function instalments(amount: number, currency: string): string {
  const each = Math.round(amount / 4)
  return [each, each, each, amount - 3 * each].map((payment) => moneyText(payment, currency)).join(', ')
}

function document({ authentication, type, isOpen, returnUrl }: Agreement) {
  const name = payLaterNames[type]
  const { amount, currency } = authentication
  const total = moneyText(amount ?? 0, (currency ?? 'cad').toUpperCase())
  const plan =
    type === 'afterpay_clearpay'
      ? html`<p>Four payments, two weeks apart: ${instalments(amount ?? 0, (currency ?? 'cad').toUpperCase())}.</p>`
      : ''
  return html`<!doctype html>
<html lang="en-CA">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Pay with ${name}</title><link rel="stylesheet" href="/v3/pay-later.css"></head>
<body>
<main>
<p class="brand">${name}</p>
${
  isOpen
    ? html`<h1>Pay ${total}</h1>
${plan}
<form method="post">
<button name="outcome" value="accept">Accept</button>
<button name="outcome" value="later">Accept, but report it later</button>
<button name="outcome" value="decline">Decline</button>
<button name="outcome" value="close">Close and go back</button>
</form>`
    : html`<h1>This payment has ended</h1>
<p>There is nothing left to agree to.</p>
<p><a href="${returnUrl}">Back to the shop</a></p>`
}
<p class="note">This is the test page of a payment sandbox. ${name} is not asked and no money moves.</p>
</main>
</body>
</html>`
}
