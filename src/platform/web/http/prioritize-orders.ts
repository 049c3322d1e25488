import type { Context, MiddlewareHandler } from 'hono'

/** Concurrent requests besides orders: one uses the CPU while another waits for the database. */
const MAX_OTHER_REQUESTS = 2
/** Maximum delay of a request. */
const MAX_WAIT_MS = 250

/** While an order is placed, only two other requests run at a time (docs/decisions/order-priority.md). */
export function prioritizeOrders(isOrder: (context: Context) => boolean | Promise<boolean>): MiddlewareHandler {
  const active = { orders: 0, others: 0 }
  const queue = new Set<() => void>()

  const isFull = (): boolean => active.orders > 0 && active.others >= MAX_OTHER_REQUESTS
  const startWaiting = (): void => {
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
        active.others += 1
        resolve()
      }
      const timer = setTimeout(start, MAX_WAIT_MS)
      queue.add(start)
    })

  return async (context, next) => {
    const kind = (await isOrder(context)) ? 'orders' : 'others'
    if (kind === 'others' && isFull()) await waitInQueue()
    else active[kind] += 1
    try {
      await next()
    } finally {
      active[kind] -= 1
      startWaiting()
    }
  }
}
