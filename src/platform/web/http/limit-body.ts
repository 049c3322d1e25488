import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'

const refuseJson = (context: Context): Response =>
  context.json({ code: 'request_too_large', message: 'This request is too large.', data: { status: 413 } }, 413)

/** Refuses larger bodies, without reading them if they tell their length. */
export const limitBody = (maxSize: number, onError = refuseJson): MiddlewareHandler => bodyLimit({ maxSize, onError })
