import { Hono } from 'hono'
import { ApiError } from './api-error.ts'
import { authorise } from './authorise.ts'
import type { Decline } from './test-cards.ts'

/** `before`: the call fails and does nothing. `after`: it does its work, and the answer gets lost. */
export type Fault = 'before' | 'after'

/** A refusal of the tester's choice: when a card is handed in (`card`), or when it is charged (`charge`). */
export type ChosenDecline = Decline & { on: 'card' | 'charge' }

type Setting = {
  latencyMs: number
  failNext: number
  failWhen: Fault
  decline: ChosenDecline | null
}

/** Trouble on demand, for tests: a restart forgets it. */
export type Control = {
  /** Waits as long as set, then tells whether this call must fail. */
  next(): Promise<Fault | null>
  /** The refusal that every card meets, until it is taken back. */
  decline(): ChosenDecline | null
  routes: Hono
}

const none: Setting = { latencyMs: 0, failNext: 0, failWhen: 'before', decline: null }

export function createControl(secretKey: string): Control {
  let setting = none

  const routes = new Hono()
  routes.on(['GET', 'POST'], '/sandbox/control', async (c) => {
    if (!isLocal(c.env)) return c.json({ error: 'Only from this machine.' }, 403)
    try {
      authorise(c.req.header('Authorization'), 'secret', secretKey)
      if (c.req.method === 'POST') setting = readSetting(await c.req.json<unknown>())
      return c.json(setting)
    } catch (error) {
      if (error instanceof ApiError) return c.json({ error: error.body }, error.status)
      if (error instanceof SyntaxError) return c.json({ error: 'The body must be JSON.' }, 400)
      throw error
    }
  })

  return {
    routes,
    async next() {
      if (setting.latencyMs > 0) await new Promise((resolve) => setTimeout(resolve, setting.latencyMs))
      if (setting.failNext <= 0) return null
      setting = { ...setting, failNext: setting.failNext - 1 }
      return setting.failWhen
    },
    decline: () => setting.decline,
  }
}

function readSetting(body: unknown): Setting {
  const given = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  const whole = (value: unknown, most: number) =>
    typeof value === 'number' && Number.isInteger(value) ? Math.min(Math.max(value, 0), most) : 0
  return {
    latencyMs: whole(given.latencyMs, 60_000),
    failNext: whole(given.failNext, 1000),
    failWhen: given.failWhen === 'after' ? 'after' : 'before',
    decline: readDecline(given.decline),
  }
}

function readDecline(given: unknown): ChosenDecline | null {
  if (typeof given !== 'object' || given === null) return null
  const { on, code, declineCode, message } = given as Record<string, unknown>
  const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, 500) : '')
  return {
    on: on === 'card' ? 'card' : 'charge',
    code: text(code),
    declineCode: text(declineCode) || null,
    message: text(message) || 'Your card was declined.',
  }
}

/** A call without a socket comes from this very process. */
function isLocal(env: unknown): boolean {
  const incoming = (env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined)?.incoming
  if (!incoming) return true
  return ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(incoming.socket?.remoteAddress ?? '')
}
