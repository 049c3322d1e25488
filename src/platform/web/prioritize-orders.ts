import type { Context, MiddlewareHandler } from 'hono'

/** Concurrent requests besides orders: one in this process while the database works for the other. */
const MAX_OTHERS = 2
/** Maximum delay of a request. */
const MAX_WAIT_MS = 250

/**
 * While an order is being placed, only two other requests run at a time; the rest queue. An order needs ten and more
 * queries, each of which would wait behind the pages being rendered (docs/decisions/order-priority.md).
 */
export function prioritizeOrders(isOrder: (context: Context) => boolean | Promise<boolean>): MiddlewareHandler {
  let activeOrders = 0
  let activeOthers = 0
  const queue = new Set<() => void>()

  const isFull = (): boolean => activeOrders > 0 && activeOthers >= MAX_OTHERS
  const admitWaiting = (): void => {
    for (const start of queue) {
      if (isFull()) return
      start()
    }
  }
  const waitInQueue = (): Promise<void> =>
    new Promise((resolve) => {
      const start = (): void => {
        clearTimeout(timer)
        queue.delete(start)
        activeOthers += 1
        resolve()
      }
      const timer = setTimeout(start, MAX_WAIT_MS)
      queue.add(start)
    })

  return async (context, next) => {
    if (await isOrder(context)) {
      activeOrders += 1
      try {
        await next()
      } finally {
        activeOrders -= 1
        admitWaiting()
      }
      return
    }
    if (isFull()) await waitInQueue()
    else activeOthers += 1
    try {
      await next()
    } finally {
      activeOthers -= 1
      admitWaiting()
    }
  }
}
