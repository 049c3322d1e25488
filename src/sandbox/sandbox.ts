import { Hono } from 'hono'
import type pg from 'pg'
import { createApi } from './api.ts'
import { createControl } from './control.ts'
import { createDeliveries } from './deliveries.ts'
import { createFrames } from './frames.ts'
import { accountOf } from './keys.ts'
import { deleteOldResponses, prepareSchema } from './sandbox.store.ts'

export type SandboxOptions = {
  /** Connections of the sandbox's own; it works in the schema `provider_sandbox` only. */
  pool: pg.Pool
  /** Where browsers and the shop reach the sandbox, such as `http://127.0.0.1:3001`. */
  publicOrigin: string
  /** Origins whose pages may show the card field. */
  shopOrigins: readonly string[]
  /** The shop's own secret key: this one and its publishable key are all that is accepted. */
  secretKey: string
  /** Where news go, and nowhere else; `publicUrl` is the same webhook as the world knows it. */
  webhook: { url: string; publicUrl?: string; secret: string }
  now?: () => Date
  /** Told about errors of the sandbox itself. */
  onError?: (error: Error) => void
}

export type Sandbox = {
  app: Hono
  /** Creates the schema when it is missing and begins to deliver news, those of an earlier run included. */
  start(): Promise<void>
  /** Ends the deliveries. The pool stays open. */
  stop(): Promise<void>
  /** Sends what is due now and waits for it. */
  deliverDue(): Promise<number>
}

/** A stand-in for the payment provider that behaves like it, on an origin of its own, remembering everything. */
export function createSandbox(options: SandboxOptions): Sandbox {
  const now = options.now ?? (() => new Date())
  const { pool, publicOrigin, secretKey, webhook } = options
  const account = accountOf(secretKey)
  const webhookUrls = [webhook.url, webhook.publicUrl].filter((url) => url !== undefined)
  const deliveries = createDeliveries({ pool, now, shop: { account, url: webhook.url, secret: webhook.secret } })
  const control = createControl(secretKey)

  const app = new Hono()
  app.route('/', control.routes)
  app.route('/', createApi({ pool, publicOrigin, secretKey, webhookUrls, now, control, onEvent: deliveries.wake }))
  app.route(
    '/',
    createFrames({
      pool,
      publicOrigin,
      shopOrigins: options.shopOrigins,
      account,
      webhookUrls,
      now,
      onEvent: deliveries.wake,
    }),
  )
  app.get('/', (c) => c.text('The payment sandbox of the shop. It speaks the API of the payment provider under /v1.'))
  app.onError((error, c) => {
    options.onError?.(error)
    return c.json({ error: { type: 'api_error', message: 'Something went wrong on our side.' } }, 500)
  })

  return {
    app,
    async start() {
      await prepareSchema(pool)
      await deleteOldResponses(pool, now())
      deliveries.wake()
    },
    stop: deliveries.stop,
    deliverDue: deliveries.deliverDue,
  }
}
