import { Hono } from 'hono'
import type pg from 'pg'
import { createApi } from './api.ts'
import { createControl } from './control.ts'
import { createControlPage } from './control-page.ts'
import { createDeliveries } from './deliveries.ts'
import { expireAuthorizations } from './expiry.ts'
import { createFrames } from './frames.ts'
import { createGooglePay } from './google-pay.ts'
import { accountOf } from './keys.ts'
import { ownCall } from './own-call.ts'
import { createRedirects } from './redirects.ts'
import { deleteOldResponses, prepareSchema, transaction } from './sandbox.store.ts'

export type SandboxOptions = {
  /** A pool for the sandbox alone, which uses only the schema `provider_sandbox`. */
  pool: pg.Pool
  /** Origin of the sandbox for browsers and the shop, such as `http://127.0.0.1:3001`. */
  publicOrigin: string
  /** Origins whose pages may embed the card field. */
  shopOrigins: readonly string[]
  /** The shop's secret key: only this key and its publishable key are accepted. */
  secretKey: string
  /** The only destination of events; `publicUrl` is the public URL of the same webhook. */
  webhook: { url: string; publicUrl?: string; secret: string }
  now?: () => Date
  /** Called with internal errors of the sandbox. */
  onError?: (error: Error) => void
}

export type Sandbox = {
  app: Hono
  /** Creates the schema if missing and starts delivering events, including those of an earlier run. */
  start(): Promise<void>
  /** Stops deliveries. The pool remains open. */
  stop(): Promise<void>
  /** Delivers due events and waits for them. */
  deliverDue(): Promise<number>
}

const expiryIntervalMs = 60_000

/** A stand-in for the payment provider, on a separate origin, with persistent state. */
export function createSandbox(options: SandboxOptions): Sandbox {
  const now = options.now ?? (() => new Date())
  const { pool, publicOrigin, secretKey, webhook } = options
  const account = accountOf(secretKey)
  const webhookUrls = [webhook.url, webhook.publicUrl].filter((url) => url !== undefined)
  const control = createControl(secretKey)
  const deliveries = createDeliveries({
    pool,
    now,
    shop: { account, url: webhook.url, secret: webhook.secret },
    isReordered: () => control.settings().webhooks.reorderMs > 0,
  })
  const own = { pool, publicOrigin, account, webhookUrls, now, control, onEvent: deliveries.wake }

  const app = new Hono()
  app.route('/', control.routes)
  app.route('/', createControlPage({ ...own, secretKey }))
  app.route('/', createApi({ pool, publicOrigin, secretKey, webhookUrls, now, control, onEvent: deliveries.wake }))
  const pages = { ...own, shopOrigins: options.shopOrigins }
  app.route('/', createFrames(pages))
  app.route('/', createGooglePay({ ...pages, secretKey }))
  app.route('/', createRedirects(pages))
  app.get('/', (c) =>
    c.text(
      'The payment sandbox of the shop. It speaks the API of the payment provider under /v1; testers find its switches under /sandbox.',
    ),
  )
  app.onError((error, c) => {
    options.onError?.(error)
    return c.json({ error: { type: 'api_error', message: 'Something went wrong on our side.' } }, 500)
  })

  async function expire(): Promise<void> {
    const expired = await transaction(pool, (tx) => expireAuthorizations(ownCall(own, tx)))
    if (expired > 0) deliveries.wake()
  }
  let expiry: NodeJS.Timeout | undefined

  return {
    app,
    async start() {
      await prepareSchema(pool)
      await deleteOldResponses(pool, now())
      deliveries.wake()
      expiry = setInterval(() => {
        expire().catch((error: Error) => options.onError?.(error))
      }, expiryIntervalMs).unref()
    },
    async stop() {
      clearInterval(expiry)
      await deliveries.stop()
    },
    deliverDue: deliveries.deliverDue,
  }
}
