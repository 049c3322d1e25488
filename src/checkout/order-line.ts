import type { Db } from '../database/connect.ts'
import type { Count } from './order-counts.ts'

/*
 * The line of tries before the provider: as many are under way at once as may still fail, the others wait until one of
 * those has ended, and only ends are counted. A thousand at once get no further than one after the other.
 */

/** A line lets nobody wait longer than browsers and proxies do. */
const LONGEST_WAIT_MS = 55_000
const LONGEST_LINE = 400

type Ended = () => void

export type Line = {
  /** By count, by what is tried, how many times at once. */
  readonly tries: Map<string, Map<string, number>>
  /** Goes up whenever an end has been counted: what was read of the counts before is old. */
  counted: number
  waiting: Ended[]
}

const lines = new WeakMap<Db, Line>()

/** The one line of a shop in this process. */
export function lineOf(db: Db): Line {
  const known = lines.get(db) ?? { tries: new Map<string, Map<string, number>>(), counted: 0, waiting: [] }
  lines.set(db, known)
  return known
}

/** Room of a try at one count: how many may be under way at once. */
export type Place = { readonly count: Count; readonly room: number }

const nameOf = ({ name, key }: Count): string => `${name} ${key}`

/** Whether there is room for one more at once. */
export const hasRoom = ({ tries }: Line, places: readonly Place[], mark: string): boolean =>
  places.every(({ count, room }) => {
    const others = tries.get(nameOf(count))
    return (others?.size ?? 0) < room || others?.has(mark) === true
  })

export const isUnderWay = ({ tries }: Line, counts: readonly Count[], mark: string): boolean =>
  counts.some((count) => tries.get(nameOf(count))?.has(mark))

export function begin({ tries }: Line, counts: readonly Count[], mark: string): void {
  for (const name of counts.map(nameOf)) {
    const same = tries.get(name) ?? new Map<string, number>()
    same.set(mark, (same.get(mark) ?? 0) + 1)
    tries.set(name, same)
  }
}

/** A try has ended, and those who wait look again, in the order they came. */
export function end(line: Line, counts: readonly Count[], mark: string): void {
  for (const name of counts.map(nameOf)) {
    const same = line.tries.get(name)
    const rest = (same?.get(mark) ?? 0) - 1
    if (rest > 0) same?.set(mark, rest)
    else same?.delete(mark)
    if (same?.size === 0) line.tries.delete(name)
  }
  const woken = line.waiting
  line.waiting = []
  for (const wake of woken) wake()
}

/** Waits until a try has ended. False: the line is too long, or it has taken too long. `since`: when it began to wait, in ms. */
export function nextEnd(line: Line, since: number): Promise<boolean> {
  const left = since + LONGEST_WAIT_MS - performance.now()
  if (left <= 0 || line.waiting.length >= LONGEST_LINE) return Promise.resolve(false)
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer)
      resolve(true)
    }
    const timer = setTimeout(() => {
      line.waiting = line.waiting.filter((one) => one !== wake)
      resolve(false)
    }, left)
    line.waiting.push(wake)
  })
}
