import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'

/** Refuses larger bodies, without reading them if they tell their length. */
export const limitBody = (maxSize: number): MiddlewareHandler =>
  bodyLimit({
    maxSize,
    onError: (context) =>
      context.json({ code: 'request_too_large', message: 'This request is too large.', data: { status: 413 } }, 413),
  })
