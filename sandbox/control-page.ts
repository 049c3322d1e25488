import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { ApiError, invalidRequest } from './api-error.ts'
import { authorize } from './authorize.ts'
import style from './browser/control-page.css?raw'
import { finishProcessing } from './capture-or-cancel.ts'
import { isLocal } from './control.ts'
import { recentEvents, recentIntents, resendEvent } from './control-page.store.ts'
import { controlDocument } from './control-page-view.ts'
import { declineOf, isDeclineName } from './declines.ts'
import { createTestDispute } from './disputes.ts'
import { type OwnCallDeps, ownCall } from './own-call.ts'
import { transaction } from './sandbox.store.ts'

type ControlPageDeps = OwnCallDeps & { secretKey: string }

const SHOWN_INTENTS = 20
const SHOWN_EVENTS = 40

/**
 * The control page for testers at `/sandbox`, and the events as JSON. Both require the secret key and a request from
 * this machine.
 */
export function createControlPage(deps: ControlPageDeps): Hono {
  const routes = new Hono()
  routes.use('/sandbox/*', bodyLimit({ maxSize: 16 * 1024 }))
  routes.use('/sandbox', withKey(deps))
  routes.use('/sandbox/events/*', withKey(deps))

  routes.get('/sandbox/control.css', (c) => c.body(style, 200, { 'Content-Type': 'text/css; charset=utf-8' }))
  routes.get('/sandbox', (c) => page(deps, c))
  routes.post('/sandbox', async (c) => {
    const fields = Object.fromEntries(
      Object.entries(await c.req.parseBody()).map(([name, value]) => [name, typeof value === 'string' ? value : '']),
    )
    const problem = await apply(deps, fields)
    return problem === null ? c.redirect('/sandbox', 303) : page(deps, c, problem)
  })

  routes.get('/sandbox/events', async (c) =>
    c.json({ events: await transaction(deps.pool, (tx) => recentEvents(tx, deps.account, 100)) }),
  )
  routes.post('/sandbox/events/:id/resend', async (c) => {
    const isSent = await resendEvent(deps.pool, deps.account, c.req.param('id'), deps.now())
    deps.onEvent()
    return isSent ? c.json({ sent: true }) : c.json({ error: 'There is no such event.' }, 404)
  })
  return routes
}

/** Checks the key: a bearer token, or the user name or password that a browser asks for. */
const withKey =
  (deps: ControlPageDeps): MiddlewareHandler =>
  async (c, next) => {
    if (!isLocal(c.env)) return c.text('Only from this machine.', 403)
    // Browsers also send the password when a form of another site is submitted to this origin.
    const origin = c.req.header('Origin')
    if (origin !== undefined && origin !== new URL(c.req.url).origin && origin !== deps.publicOrigin)
      return c.text('Only from this page.', 403)
    try {
      authorize(withPassword(c.req.header('Authorization')), 'secret', deps.secretKey)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const challenge = { 'WWW-Authenticate': 'Basic realm="Payment sandbox: the secret key", charset="UTF-8"' }
      return c.text('The secret key is needed: npm run shop -- sandbox-key prints it.', 401, challenge)
    }
    await next()
  }

function withPassword(authorization: string | undefined): string | undefined {
  const basic = /^Basic\s+(\S+)$/i.exec(authorization ?? '')?.[1]
  const password = basic ? Buffer.from(basic, 'base64').toString('utf8').replace(/^.*?:/s, '') : ''
  return password === '' ? authorization : `Bearer ${password}`
}

async function page(deps: ControlPageDeps, c: Context, problem: string | null = null): Promise<Response> {
  const [intents, events] = await transaction(deps.pool, async (tx) => [
    await recentIntents(tx, deps.account, SHOWN_INTENTS),
    await recentEvents(tx, deps.account, SHOWN_EVENTS),
  ])
  c.header(
    'Content-Security-Policy',
    "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'",
  )
  c.header('Cache-Control', 'no-store')
  c.header('Referrer-Policy', 'same-origin')
  c.header('X-Content-Type-Options', 'nosniff')
  return c.html(controlDocument({ settings: deps.control.settings(), intents, events, problem }), problem ? 400 : 200)
}

type Fields = Record<string, string>

/** Carries out one form of the page. Returns the reason if it could not. */
async function apply(deps: ControlPageDeps, fields: Fields): Promise<string | null> {
  const [action = '', id = ''] = (fields.action ?? '').split(' ')
  try {
    await carryOut(deps, action, id, fields)
  } catch (error) {
    if (error instanceof ApiError) return error.body.message
    throw error
  }
  deps.onEvent()
  return null
}

async function carryOut(deps: ControlPageDeps, action: string, id: string, fields: Fields): Promise<void> {
  switch (action) {
    case 'switches':
      return deps.control.change(settingsOf(fields))
    case 'resend':
      await resendEvent(deps.pool, deps.account, id, deps.now())
      return
    case 'succeeded':
    case 'failed':
      await transaction(deps.pool, (tx) => finishProcessing(ownCall(deps, tx, { status: action }), id))
      return
    case 'dispute':
      await transaction(deps.pool, (tx) => createTestDispute(ownCall(deps, tx, { payment_intent: id })))
  }
}

/** The form's fields in the format of the control call. */
function settingsOf(fields: Fields): Record<string, unknown> {
  const number = (name: string) => Number(fields[name] || 0)
  if (fields.decline && !isDeclineName(fields.decline))
    throw invalidRequest('There is no such decline.', { param: 'decline' })
  return {
    latencyMs: number('latencyMs'),
    failNext: number('failNext'),
    failWhen: fields.failWhen,
    decline: fields.decline ? { on: 'charge', ...declineOf(fields.decline) } : null,
    webhooks: {
      delayMs: number('delayMs'),
      dropNext: fields.dropAll ? 'all' : number('dropNext'),
      dropTypes: (fields.dropTypes ?? '').split(/[\s,]+/).filter(Boolean),
      duplicates: number('duplicates'),
      reorderMs: number('reorderMs'),
    },
  }
}
