import type { Db } from '../../platform/database/connect.ts'
import type { AttemptLimit } from './attempt-limits.ts'

/*
 * The line of tries before the provider: as many are under way at once as may still fail, the others wait until one of
 * those has ended, and only ends are counted. A thousand at once get no further than one after the other.
 */

/** A line lets nobody wait longer than browsers and proxies do. */
const MAX_WAIT_MS = 55_000
const MAX_QUEUE_LENGTH = 400

type Wake = () => void

export type AttemptQueue = {
  /** By count, by what is tried, how many times at once. */
  readonly running: Map<string, Map<string, number>>
  /** Goes up whenever an end has been counted: what was read of the counts before is old. */
  version: number
  waiters: Wake[]
}

const queues = new WeakMap<Db, AttemptQueue>()

/** The one line of a shop in this process. */
export function queueOf(db: Db): AttemptQueue {
  const queue = queues.get(db) ?? { running: new Map<string, Map<string, number>>(), version: 0, waiters: [] }
  queues.set(db, queue)
  return queue
}

/** Room of a try at one count: how many may be under way at once. */
export type Slot = { readonly limit: AttemptLimit; readonly capacity: number }

const limitKey = ({ name, key }: AttemptLimit): string => `${name} ${key}`

/** Whether there is room for one more at once. */
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

/** A try has ended, and those who wait look again, in the order they came. */
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
  for (const wake of waiters) wake()
}

/** Waits until a try has ended. False: the line is too long, or it has taken too long. `since`: when it began to wait, in ms. */
export function nextFinish(queue: AttemptQueue, since: number): Promise<boolean> {
  const remainingMs = since + MAX_WAIT_MS - performance.now()
  if (remainingMs <= 0 || queue.waiters.length >= MAX_QUEUE_LENGTH) return Promise.resolve(false)
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer)
      resolve(true)
    }
    const timer = setTimeout(() => {
      queue.waiters = queue.waiters.filter((one) => one !== wake)
      resolve(false)
    }, remainingMs)
    queue.waiters.push(wake)
  })
}
