import { setTimeout as pause } from 'node:timers/promises'
import type { SendRequest } from '../running/buyer.ts'
import { newPurchase, type Purchase } from './purchase.ts'

/** Seeded random numbers, so that a failing run can be repeated. */
export function randomFrom(number: number): () => number {
  let state = number >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

type BuyerOptions = {
  readonly sendRequest: SendRequest
  readonly productIds: readonly number[]
  readonly random: () => number
  /** All purchases that were started. */
  readonly purchases: Purchase[]
  /** Purchases interrupted in the previous round, which continue first. */
  readonly interrupted?: readonly Purchase[]
  /** How often a failed purchase is retried before the next one starts. */
  readonly attempts?: number
}

/** Several concurrent buyers, who first continue interrupted purchases, then start new ones, until stopped. */
export function startBuyers(
  concurrency: number,
  { sendRequest, productIds, random, purchases, interrupted = [], attempts = 1 }: BuyerOptions,
) {
  let isRunning = true
  let count = 0
  const pending = [...interrupted]
  const next = (): Purchase => {
    const interruptedPurchase = pending.shift()
    if (interruptedPurchase) return interruptedPurchase
    const purchase = newPurchase(
      sendRequest,
      productIds[Math.floor(random() * productIds.length)] ?? 0,
      1 + Math.floor(random() * 3),
    )
    purchases.push(purchase)
    return purchase
  }
  const buyRepeatedly = async () => {
    while (isRunning) {
      const purchase = next()
      for (let left = attempts; left > 0 && isRunning && !purchase.isConfirmed(); left -= 1)
        await purchase.resume().catch(() => pause(attempts === 1 ? 5 : 100))
      if (purchase.isConfirmed()) count += 1
    }
  }
  const running = Array.from({ length: concurrency }, buyRepeatedly)
  return {
    boughtCount: () => count,
    /** Waits until this many more purchases are complete. */
    async waitForPurchases(more = 1) {
      const target = count + more
      const deadline = Date.now() + 60_000
      while (count < target && Date.now() < deadline) await pause(5)
    },
    stop() {
      isRunning = false
    },
    finished: () => Promise.all(running),
  }
}
