import type { Context, MiddlewareHandler } from 'hono'

/** Requests beside orders: one at work in this process while the database works for the other. */
const MOST_BESIDE = 2
/** Longest that anybody is kept waiting by it. */
const PATIENCE_MS = 250

/**
 * While an order is being placed, only two other requests are worked on at a time and the rest wait in line. An order asks
 * the database ten times and more, and would stand behind every page that is being made, each time
 * (docs/decisions/orders-first.md).
 */
export function ordersFirst(isOrder: (context: Context) => boolean | Promise<boolean>): MiddlewareHandler {
  let orders = 0
  let beside = 0
  const line = new Set<() => void>()

  const isFull = (): boolean => orders > 0 && beside >= MOST_BESIDE
  const letIn = (): void => {
    for (const enter of line) {
      if (isFull()) return
      enter()
    }
  }
  const turn = (): Promise<void> =>
    new Promise((done) => {
      const enter = (): void => {
        clearTimeout(timer)
        line.delete(enter)
        beside += 1
        done()
      }
      const timer = setTimeout(enter, PATIENCE_MS)
      line.add(enter)
    })

  return async (context, next) => {
    if (await isOrder(context)) {
      orders += 1
      try {
        await next()
      } finally {
        orders -= 1
        letIn()
      }
      return
    }
    if (isFull()) await turn()
    else beside += 1
    try {
      await next()
    } finally {
      beside -= 1
      letIn()
    }
  }
}
