import { Hono } from 'hono'
import { ApiError } from './api-error.ts'
import { authorize } from './authorize.ts'
import type { Decline } from './declines.ts'
import { type DeliveryPlan, noSwitches, parseSwitches, planDelivery, type WebhookSwitches } from './webhook-switches.ts'

/** `before`: the call fails without side effects. `after`: it succeeds, but the response is lost. */
export type Fault = 'before' | 'after'

/**
 * A decline set by a tester: when a card number becomes a payment method (`card`), or when it is charged (`charge`).
 */
export type ForcedDecline = Decline & { on: 'card' | 'charge' }

export type ControlSettings = {
  latencyMs: number
  failNext: number
  failWhen: Fault
  decline: ForcedDecline | null
  webhooks: WebhookSwitches
}

/** Fault injection for tests; not persistent. */
export type Control = {
  /** Waits for the configured delay, then returns the fault of this call. */
  nextFault(): Promise<Fault | null>
  /** The decline for every card, until it is reset. */
  decline(): ForcedDecline | null
  /** How the next event of this type is delivered. */
  planDelivery(type: string): DeliveryPlan
  settings(): ControlSettings
  change(settings: unknown): void
  routes: Hono
}

const defaultSettings: ControlSettings = {
  latencyMs: 0,
  failNext: 0,
  failWhen: 'before',
  decline: null,
  webhooks: noSwitches,
}

export function createControl(secretKey: string): Control {
  let settings = defaultSettings

  const routes = new Hono()
  routes.on(['GET', 'POST'], '/sandbox/control', async (c) => {
    if (!isLocal(c.env)) return c.json({ error: 'Only from this machine.' }, 403)
    try {
      authorize(c.req.header('Authorization'), 'secret', secretKey)
      if (c.req.method === 'POST') settings = parseSettings(await c.req.json<unknown>())
      return c.json(settings)
    } catch (error) {
      if (error instanceof ApiError) return c.json({ error: error.body }, error.status)
      if (error instanceof SyntaxError) return c.json({ error: 'The body must be JSON.' }, 400)
      throw error
    }
  })

  return {
    routes,
    async nextFault() {
      if (settings.latencyMs > 0) await new Promise((resolve) => setTimeout(resolve, settings.latencyMs))
      if (settings.failNext <= 0) return null
      settings = { ...settings, failNext: settings.failNext - 1 }
      return settings.failWhen
    },
    decline: () => settings.decline,
    planDelivery(type) {
      const { plan, rest } = planDelivery(settings.webhooks, type)
      settings = { ...settings, webhooks: rest }
      return plan
    },
    settings: () => settings,
    change(input) {
      settings = parseSettings(input)
    },
  }
}

function parseSettings(body: unknown): ControlSettings {
  const input = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  const toInteger = (value: unknown, max: number) =>
    typeof value === 'number' && Number.isInteger(value) ? Math.min(Math.max(value, 0), max) : 0
  return {
    latencyMs: toInteger(input.latencyMs, 60_000),
    failNext: toInteger(input.failNext, 1000),
    failWhen: input.failWhen === 'after' ? 'after' : 'before',
    decline: parseDecline(input.decline),
    webhooks: parseSwitches(input.webhooks),
  }
}

function parseDecline(input: unknown): ForcedDecline | null {
  if (typeof input !== 'object' || input === null) return null
  const { on, code, declineCode, message } = input as Record<string, unknown>
  const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, 500) : '')
  return {
    on: on === 'card' ? 'card' : 'charge',
    code: text(code),
    declineCode: text(declineCode) || null,
    message: text(message) || 'Your card was declined.',
  }
}

/** Calls without a socket come from the same process. */
export function isLocal(env: unknown): boolean {
  const incoming = (env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined)?.incoming
  if (!incoming) return true
  return ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(incoming.socket?.remoteAddress ?? '')
}
