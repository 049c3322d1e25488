/** A small seeded generator, so that every picture comes out the same each time it is drawn. */
export type Random = {
  /** 0 ≤ value < 1. */
  readonly next: () => number
  readonly between: (low: number, high: number) => number
  /** A whole number from low to high, both included. */
  readonly whole: (low: number, high: number) => number
  readonly pick: <T>(list: readonly T[]) => T
  readonly chance: (probability: number) => boolean
  /** Around 0, mostly within ±1, bell-shaped. */
  readonly bell: () => number
}

/** FNV-1a: turns a name into a seed. */
function seedOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash >>> 0
}

export function randomFrom(seedText: string): Random {
  let state = seedOf(seedText)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const between = (low: number, high: number) => low + (high - low) * next()
  return {
    next,
    between,
    whole: (low, high) => Math.floor(between(low, high + 1)),
    pick: (list) => {
      const item = list[Math.floor(next() * list.length)]
      if (item === undefined) throw new Error('Nothing to pick from')
      return item
    },
    chance: (probability) => next() < probability,
    bell: () => (next() + next() + next() + next() - 2) / 1.2,
  }
}
