import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { html } from 'hono/html'
import type { Authentication } from './api-objects.ts'
import { frameAssets, shopScript } from './frame-assets.ts'
import { type OwnCallDeps, ownCall } from './own-call.ts'
import { paymentSheetDocument } from './payment-sheet-view.ts'
import { transaction } from './sandbox.store.ts'
import { answerAuthentication, findAuthentication } from './three-d-secure.ts'

export type FramesDeps = OwnCallDeps & { shopOrigins: readonly string[] }

/** Script and frames for the shop's pages, under `/v3/` as on the real provider's origin. */
export function createFrames(deps: FramesDeps): Hono {
  const frames = new Hono()
  frames.get('/v3/', (c) => asset(c, 'text/javascript; charset=utf-8', shopScript))
  for (const [path, { type, text }] of Object.entries(frameAssets)) frames.get(path, (c) => asset(c, type, text))

  frames.get('/v3/card', (c) => page(deps, c, (parent) => cardDocument(parent)))
  frames.get('/v3/controller', (c) => page(deps, c, (parent) => controllerDocument(parent)))

  frames.get('/v3/payment-sheet', (c) => {
    const device = c.req.query('device') === 'apple' ? 'apple' : 'browser'
    return page(deps, c, (parent) => paymentSheetDocument(parent, device))
  })

  frames.get('/v3/three-d-secure/:id', async (c) => {
    const id = c.req.param('id')
    const stored = await transaction(deps.pool, (tx) => findAuthentication(tx, deps.account, id))
    if (!stored) return c.text('There is nothing to confirm here.', 404)
    return page(deps, c, (parent) => confirmationDocument(parent, stored), stored.return_url)
  })
  frames.post('/v3/three-d-secure/:id', bodyLimit({ maxSize: 1024 }), (c) => handleAnswer(deps, c))
  return frames
}

async function handleAnswer(deps: FramesDeps, c: Context): Promise<Response> {
  const id = c.req.param('id') ?? ''
  const input = (await c.req.parseBody()).outcome
  const outcome = input === 'complete' || input === 'cancel' ? input : 'fail'
  const result = await transaction(deps.pool, async (tx) => {
    const stored = await findAuthentication(tx, deps.account, id)
    if (!stored) return null
    return answerAuthentication(ownCall(deps, tx), id, outcome === 'complete')
  })
  if (!result) return c.text('There is nothing to confirm here.', 404)
  deps.onEvent()
  const { authentication, clientSecret } = result
  if (authentication.return_url === null) return page(deps, c, (parent) => doneDocument(parent, outcome))

  const returnUrl = new URL(authentication.return_url)
  returnUrl.searchParams.set(authentication.intent_kind, authentication.intent)
  returnUrl.searchParams.set(`${authentication.intent_kind}_client_secret`, clientSecret)
  returnUrl.searchParams.set('redirect_status', authentication.status === 'succeeded' ? 'succeeded' : 'failed')
  return c.redirect(returnUrl.href, 303)
}

/** Any page may load a script; its ETag changes with its content, so that new versions apply immediately. */
export function asset(c: Context, type: string, text: string): Response {
  return c.body(text, 200, {
    'Content-Type': type,
    'Cache-Control': 'no-cache',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'X-Content-Type-Options': 'nosniff',
  })
}

/**
 * A document for a frame in the shop's pages. The embedding page passes its origin, which is checked here; the document
 * communicates with this origin only.
 */
export function page(
  deps: FramesDeps,
  c: Context,
  document: (parent: string | null) => ReturnType<typeof html>,
  returnUrl: string | null = null,
): Response | Promise<Response> {
  const parent = c.req.query('parent') ?? null
  if (parent !== null && !deps.shopOrigins.includes(parent)) {
    return c.text('This page may only be shown by the shop it belongs to.', 403)
  }
  c.header(
    'Content-Security-Policy',
    [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "connect-src 'self'",
      `font-src ${deps.shopOrigins.join(' ')}`,
      // Browsers apply `form-action` to the redirect after the form submission, too.
      `form-action 'self'${returnUrl === null ? '' : ` ${new URL(returnUrl).origin}`}`,
      "base-uri 'none'",
      `frame-ancestors ${deps.shopOrigins.join(' ')}`,
    ].join('; '),
  )
  c.header('Cache-Control', 'no-store')
  c.header('Referrer-Policy', 'no-referrer')
  c.header('X-Content-Type-Options', 'nosniff')
  return c.html(document(parent))
}

const cardDocument = (parent: string | null) => html`<!doctype html>
<html lang="en-CA" data-parent-origin="${parent ?? ''}">
<head><meta charset="utf-8"><title>Card details</title><link rel="stylesheet" href="/v3/card-frame.css"></head>
<body>
<form id="card" novalidate autocomplete="on">
<span id="brand" aria-hidden="true"></span>
<label class="visually-hidden" for="number">Card number</label>
<input id="number" name="cardnumber" inputmode="numeric" autocomplete="cc-number" placeholder="1234 1234 1234 1234" maxlength="23" aria-describedby="error" spellcheck="false">
<label class="visually-hidden" for="expiry">Expiration date, month and year</label>
<input id="expiry" name="exp-date" inputmode="numeric" autocomplete="cc-exp" placeholder="MM / YY" maxlength="9" aria-describedby="error" spellcheck="false">
<label class="visually-hidden" for="cvc">Security code</label>
<input id="cvc" name="cvc" inputmode="numeric" autocomplete="cc-csc" placeholder="CVC" maxlength="4" aria-describedby="error" spellcheck="false">
<label class="visually-hidden" for="postal">Postal code</label>
<input id="postal" name="postal" autocomplete="billing postal-code" placeholder="Postal" maxlength="10" aria-describedby="error" spellcheck="false">
<p id="error" class="visually-hidden" aria-live="polite"></p>
</form>
<script type="module" src="/v3/card-frame.js"></script>
</body>
</html>`

const controllerDocument = (parent: string | null) => html`<!doctype html>
<html lang="en-CA" data-parent-origin="${parent ?? ''}">
<head><meta charset="utf-8"><title>Payment provider</title></head>
<body><script type="module" src="/v3/controller-frame.js"></script></body>
</html>`

/** Formats an amount in its currency's smallest unit, which for yen is a whole yen. */
function amountText(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-CA', { style: 'currency', currency })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}

const confirmationDocument = (parent: string | null, authentication: Authentication) => {
  const { amount, currency } = authentication
  const purpose =
    amount === null || currency === null
      ? 'keep this card for later'
      : `pay ${amountText(amount, currency.toUpperCase())}`
  return html`<!doctype html>
<html lang="en-CA" data-parent-origin="${parent ?? ''}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Confirm with your bank</title><link rel="stylesheet" href="/v3/three-d-secure.css"></head>
<body>
<main aria-label="Confirmation with your bank">
<h1>Is it you?</h1>
<p>Your bank asks you to confirm that you want to ${purpose}.</p>
<form method="post">
<button name="outcome" value="complete">Complete authentication</button>
<button name="outcome" value="fail">Fail authentication</button>
<button name="outcome" value="cancel">Cancel</button>
</form>
<p class="note">This is the test page of a payment sandbox. No real bank is asked and no money moves.</p>
</main>
${parent === null ? '' : html`<script type="module" src="/v3/three-d-secure.js"></script>`}
</body>
</html>`
}

const doneDocument = (parent: string | null, outcome: string) => html`<!doctype html>
<html lang="en-CA" data-parent-origin="${parent ?? ''}" data-outcome="${outcome}">
<head><meta charset="utf-8"><title>Thank you</title><link rel="stylesheet" href="/v3/three-d-secure.css"></head>
<body>
<main aria-label="Confirmation with your bank"><h1>Thank you</h1><p>You can go back to the shop.</p></main>
${parent === null ? '' : html`<script type="module" src="/v3/three-d-secure.js"></script>`}
</body>
</html>`
