/** Long work in slices, between which the process answers other requests. */
import { setImmediate } from 'node:timers/promises'

/** All work of the process together uses this much at a time. */
const SLICE_MS = 10
/** At once for one caller, so that its statements do not take all connections to the database. */
const CONCURRENCY = 3

let sliceEnd = 0
let turn: Promise<void> = Promise.resolve()

/** Waits for a turn of the event loop if the current slice is used up. Only one of the waiting works runs in each turn. */
async function pauseIfLong(): Promise<void> {
  if (performance.now() < sliceEnd) return
  turn = turn.then(async () => {
    await setImmediate()
    sliceEnd = performance.now() + SLICE_MS
  })
  await turn
}

/** Like `map` with `Promise.all`, in slices. Starts in order. */
export async function mapInSlices<T, R>(
  list: readonly T[],
  work: (one: T, index: number) => R | Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  const entries = list.entries()
  let isBroken = false
  const workThrough = async (): Promise<void> => {
    for (;;) {
      await pauseIfLong()
      const { done, value } = entries.next()
      if (done || isBroken) return
      const [index, one] = value
      results[index] = await work(one, index)
    }
  }
  const end = () => {
    isBroken = true
  }
  const workers = Array.from({ length: CONCURRENCY }, workThrough)
  for (const worker of workers) worker.catch(end)
  await Promise.all(workers)
  return results
}
