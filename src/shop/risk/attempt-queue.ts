import type { Db } from '../../platform/database/connect.ts'
import type { AttemptLimit } from './attempt-limits.ts'

/* Runs at most as many attempts at once as may still fail within the limits; the others wait. */

/** Below the usual time-outs of browsers and proxies. */
const MAX_WAIT_MS = 55_000
const MAX_QUEUE_LENGTH = 400

type Waiter = () => void

export type AttemptQueue = {
  readonly running: Map<string, Map<string, number>>
  /** Increased whenever a counted attempt finishes: limits read earlier are outdated. */
  version: number
  waiters: Waiter[]
}

const queues = new WeakMap<Db, AttemptQueue>()

export function queueOf(db: Db): AttemptQueue {
  const queue = queues.get(db) ?? { running: new Map<string, Map<string, number>>(), version: 0, waiters: [] }
  queues.set(db, queue)
  return queue
}

export type Slot = { readonly limit: AttemptLimit; readonly capacity: number }

const limitKey = ({ name, key }: AttemptLimit): string => `${name} ${key}`

export const hasCapacity = ({ running }: AttemptQueue, slots: readonly Slot[], attemptKey: string): boolean =>
  slots.every(({ limit, capacity }) => {
    const runningHere = running.get(limitKey(limit))
    return (runningHere?.size ?? 0) < capacity || runningHere?.has(attemptKey) === true
  })

export const isRunning = ({ running }: AttemptQueue, limits: readonly AttemptLimit[], attemptKey: string): boolean =>
  limits.some((limit) => running.get(limitKey(limit))?.has(attemptKey))

export function startRunning({ running }: AttemptQueue, limits: readonly AttemptLimit[], attemptKey: string): void {
  for (const name of limits.map(limitKey)) {
    const attempts = running.get(name) ?? new Map<string, number>()
    attempts.set(attemptKey, (attempts.get(attemptKey) ?? 0) + 1)
    running.set(name, attempts)
  }
}

export function finishRunning(queue: AttemptQueue, limits: readonly AttemptLimit[], attemptKey: string): void {
  for (const name of limits.map(limitKey)) {
    const attempts = queue.running.get(name)
    const runningCount = (attempts?.get(attemptKey) ?? 0) - 1
    if (runningCount > 0) attempts?.set(attemptKey, runningCount)
    else attempts?.delete(attemptKey)
    if (attempts?.size === 0) queue.running.delete(name)
  }
  const waiters = queue.waiters
  queue.waiters = []
  for (const resume of waiters) resume()
}

/** Waits for a running attempt to finish. False: queue full, or `MAX_WAIT_MS` over since `since` (ms). */
export function nextFinish(queue: AttemptQueue, since: number): Promise<boolean> {
  const remainingMs = since + MAX_WAIT_MS - performance.now()
  if (remainingMs <= 0 || queue.waiters.length >= MAX_QUEUE_LENGTH) return Promise.resolve(false)
  return new Promise((resolve) => {
    const resume = () => {
      clearTimeout(timer)
      resolve(true)
    }
    const timer = setTimeout(() => {
      queue.waiters = queue.waiters.filter((one) => one !== resume)
      resolve(false)
    }, remainingMs)
    queue.waiters.push(resume)
  })
}
