import { expect, test } from 'vitest'
import { mapInSlices } from './slices.ts'

const hundred = Array.from({ length: 100 }, (_, index) => index)

function busyFor(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}

test('other work has its turn while one or several lists are worked through', async () => {
  let turns = 0
  const other = setInterval(() => {
    turns += 1
  })
  const work = (one: number): number => {
    busyFor(2)
    return one * 2
  }
  const lists = await Promise.all([mapInSlices(hundred, work), mapInSlices(hundred, work)])
  clearInterval(other)
  const doubled = hundred.map((one) => one * 2)
  expect(lists).toEqual([doubled, doubled])
  expect(turns).toBeGreaterThan(10)
})

test('a list uses few of the resources that all share at once, and starts in order', async () => {
  const started: number[] = []
  let running = 0
  let most = 0
  await mapInSlices(hundred, async (one) => {
    started.push(one)
    running += 1
    most = Math.max(most, running)
    await new Promise((done) => setTimeout(done))
    running -= 1
  })
  expect(started).toEqual(hundred)
  expect(most).toBe(3)
})

test('a failure is passed on', async () => {
  await expect(mapInSlices(hundred, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
})
