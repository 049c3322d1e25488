import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { html } from 'hono/html'
import { asset, type FramesDeps, page } from './frames.ts'
import { googlePayAssets, payScript } from './google-pay-assets.ts'
import { resultSeals, type SealedResult } from './google-pay-results.ts'

type Html = ReturnType<typeof html>

/** A stand-in for Google Pay under `/gp/p/`: the script for the shop's pages, and the wallet's pages. */
export function createGooglePay(deps: FramesDeps & { secretKey: string }): Hono {
  const routes = new Hono()
  const seals = resultSeals(deps.secretKey, deps.now)
  routes.get('/gp/p/js/pay.js', (c) => asset(c, 'text/javascript; charset=utf-8', payScript))
  for (const [path, { type, text }] of Object.entries(googlePayAssets)) routes.get(path, (c) => asset(c, type, text))

  routes.get('/gp/p/sheet', (c) => {
    const returnUrl = c.req.query('return_url') ?? null
    if (returnUrl !== null && !deps.shopOrigins.includes(URL.parse(returnUrl)?.origin ?? '')) {
      return c.text('This page may only be shown by the shop it belongs to.', 403)
    }
    return page(deps, c, (parent) => sheetDocument(parent, returnUrl))
  })
  routes.get('/gp/p/loading', (c) => page(deps, c, loadingDocument))
  routes.get('/gp/p/result', (c) => page(deps, c, resultDocument))
  routes.get('/gp/p/button', (c) => {
    const color = (name: string) => /^[0-9a-f]{6}$/.exec(c.req.query(name) ?? '')?.[0] ?? '000000'
    return page(deps, c, (parent) => buttonDocument(parent, color('background'), color('text')))
  })

  routes.use('/gp/p/results/*', bodyLimit({ maxSize: 64 * 1024 }))
  routes.use('/gp/p/results', bodyLimit({ maxSize: 64 * 1024 }))
  routes.post('/gp/p/results', async (c) => {
    const { origin, state, outcome } = await bodyOf(c)
    if (!deps.shopOrigins.includes(origin)) return c.json({ error: 'There is no such shop.' }, 400)
    return c.json({ sealed: seals.seal({ origin, state, outcome }) })
  })
  routes.post('/gp/p/results/open', async (c) => {
    const { sealed, origin } = await bodyOf(c)
    const result = seals.open(sealed, origin)
    return result ? c.json({ state: result.state, outcome: result.outcome }) : c.json({ error: 'Not a result.' }, 400)
  })
  return routes
}

/** Accepts only JSON, which only the wallet's own pages can send to this origin. */
async function bodyOf(c: Context): Promise<SealedResult & { sealed: string }> {
  const isJson = c.req.header('Content-Type')?.startsWith('application/json')
  const body: unknown = isJson ? await c.req.json<unknown>().catch(() => null) : null
  const { origin, state, outcome, sealed } = { ...(body as Partial<SealedResult & { sealed: string }> | null) }
  return { origin: String(origin), state: String(state), outcome, sealed: String(sealed) }
}

type DocumentOptions = { title: string; script: string; data?: Record<string, string> }

const documentOf = (
  parent: string | null,
  { title, script, data = {} }: DocumentOptions,
  body: Html,
) => html`<!doctype html>
<html lang="en-CA" data-parent-origin="${parent ?? ''}"${Object.entries(data).map(([name, value]) => html` data-${name}="${value}"`)}>
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><link rel="stylesheet" href="/gp/p/sheet.css"></head>
${body}
<script type="module" src="/gp/p/js/${script}"></script>
</html>`

const statuses = [
  'DEVELOPER_ERROR',
  'MERCHANT_ACCOUNT_ERROR',
  'INTERNAL_ERROR',
  'UNSUPPORTED_API_VERSION',
  'BUYER_CANCEL',
  'SOMETHING_ELSE',
]

const choices = (id: string, legend: string): Html =>
  html`<fieldset id="${id}" hidden><legend>${legend}</legend><div class="choices"></div></fieldset>`

const sheetDocument = (parent: string | null, returnUrl: string | null) =>
  documentOf(
    parent,
    { title: 'Google Pay', script: 'sheet.js', data: returnUrl === null ? {} : { 'return-url': returnUrl } },
    html`<body data-state="loading">
<main aria-label="Google Pay">
<div class="top"><p class="mark">G Pay <span>sandbox</span></p><button type="button" id="close" aria-label="Close Google Pay">×</button></div>
<h1 id="title" tabindex="-1">Google Pay</h1>
<p id="payer"></p>
<form id="sheet" novalidate>
${choices('cards', 'Card')}
${choices('addresses', 'Ship to')}
${choices('options', 'Shipping method')}
<h2>Summary</h2>
<dl id="rows"></dl>
<dl class="total" aria-live="polite"><div><dt id="total-label"></dt><dd id="total"></dd></div></dl>
<div class="pay-bar"><p id="problem" role="alert"></p>
<button type="submit" id="pay" disabled>Pay</button></div>
<p id="progress" class="visually-hidden" role="status"></p>
</form>
<details id="testing"><summary>For tests: end with a status</summary>
<div>${statuses.map((status) => html`<button type="button" data-status="${status}">${status}</button>`)}</div>
</details>
</main>
</body>`,
  )

const loadingDocument = (parent: string | null) =>
  documentOf(
    parent,
    { title: 'Google Pay is loading', script: 'loading-window.js' },
    html`<body><main class="loading"><h1>Google Pay is loading…</h1></main></body>`,
  )

const resultDocument = (parent: string | null) =>
  documentOf(parent, { title: 'Google Pay', script: 'result-frame.js' }, html`<body></body>`)

const buttonDocument = (parent: string | null, background: string, text: string) =>
  documentOf(
    parent,
    { title: 'Google Pay', script: 'button-frame.js', data: { background, text } },
    html`<body><div class="button-face">Buy with G Pay<span class="button-card">•••• 4242</span></div></body>`,
  )
