import type { CartResponse } from './cart-fragments.client.ts'
import { cartSettings } from './cart-settings.client.ts'

const TIMEOUT_MS = 15_000

export const formBody = (fields: Readonly<Record<string, unknown>>): URLSearchParams => {
  const body = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) {
    const isScalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    if (isScalar) body.set(name, String(value))
  }
  return body
}

/** POST to `?wc-ajax=name`; null on a network error, a time-out or an invalid response. */
export async function callCart(name: string, fields: Readonly<Record<string, unknown>>, timeoutMs = TIMEOUT_MS) {
  try {
    const response = await fetch(cartSettings.ajaxUrl(name), {
      method: 'POST',
      body: formBody(fields),
      signal: AbortSignal.timeout(timeoutMs),
    })
    return response.ok ? ((await response.json()) as CartResponse) : null
  } catch {
    return null
  }
}

type Task = () => Promise<void>

const pending: Task[] = []

let isBusy = false

/** Runs adds, removals and changes one request at a time, in order (ATC-09). */
export function queue(task: Task): Promise<void> {
  return new Promise((resolve) => {
    pending.push(() => task().finally(resolve))
    void runPending()
  })
}

async function runPending(): Promise<void> {
  if (isBusy) return
  isBusy = true
  for (let task = pending.shift(); task; task = pending.shift()) {
    // A failed task does not block the next ones; the error still reaches the console.
    await task().catch(reportError)
  }
  isBusy = false
}
