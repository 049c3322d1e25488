import { setImmediate } from 'node:timers/promises'
import { vi } from 'vitest'

/** How many turns the event loop makes during `work`: without a clock, every slice of it has only one step. */
export async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(Number.NaN)
  let turns = 0
  let isDone = false
  const count = async () => {
    for (; !isDone; turns += 1) await setImmediate()
  }
  const counted = count()
  try {
    await work()
  } finally {
    isDone = true
    clock.mockRestore()
  }
  await counted
  return turns
}
