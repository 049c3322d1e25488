import { setTimeout as pause } from 'node:timers/promises'
import type { Ask } from '../running/buyer.ts'
import { newPurchase, type Purchase } from './purchase.ts'

/** The same numbers for the same seed, so that a failing run can be had again. */
export function randomFrom(number: number): () => number {
  let state = number >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

type Market = {
  readonly ask: Ask
  readonly tins: readonly number[]
  readonly random: () => number
  /** Every purchase that was begun. */
  readonly all: Purchase[]
  /** Those who were cut off before, and go on first. */
  readonly again?: readonly Purchase[]
  /** How often somebody who fails tries again before somebody else has a turn. */
  readonly tries?: number
}

/** Several people at a time, first those who were cut off before, then new ones, until the door is closed. */
export function buying(lanes: number, { ask, tins, random, all, again = [], tries = 1 }: Market) {
  let isOpen = true
  let count = 0
  const waiting = [...again]
  const next = (): Purchase => {
    const known = waiting.shift()
    if (known) return known
    const purchase = newPurchase(ask, tins[Math.floor(random() * tins.length)] ?? 0, 1 + Math.floor(random() * 3))
    all.push(purchase)
    return purchase
  }
  const oneAfterTheOther = async () => {
    while (isOpen) {
      const purchase = next()
      for (let left = tries; left > 0 && isOpen && !purchase.isConfirmed(); left -= 1)
        await purchase.goOn().catch(() => pause(tries === 1 ? 5 : 100))
      if (purchase.isConfirmed()) count += 1
    }
  }
  const running = Array.from({ length: lanes }, oneAfterTheOther)
  return {
    bought: () => count,
    /** Until so many more purchases are through. */
    async haveBought(more = 1) {
      const wanted = count + more
      const giveUpAt = Date.now() + 20_000
      while (count < wanted && Date.now() < giveUpAt) await pause(5)
    },
    closeTheDoor() {
      isOpen = false
    },
    gone: () => Promise.all(running),
  }
}
