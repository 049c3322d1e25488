import { Hono } from 'hono'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { prioritizeOrders } from './prioritize-orders.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A shop whose requests finish when the test says so. */
function openShop() {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const app = new Hono()
  app.use(prioritizeOrders((context) => context.req.path.startsWith('/order')))
  app.get('*', async (context) => {
    const { path } = context.req
    begun.push(path)
    await new Promise<void>((done) => ends.set(path, done))
    if (path.includes('broken')) throw new Error('broken')
    return context.text(path)
  })
  app.onError((_, context) => context.text('trouble', 500))
  const answers: Promise<Response>[] = []
  const ask = async (...paths: string[]) => {
    for (const path of paths) answers.push(Promise.resolve(app.request(path)))
    await vi.advanceTimersByTimeAsync(0)
  }
  const end = async (...paths: string[]) => {
    for (const path of paths) ends.get(path)?.()
    await vi.advanceTimersByTimeAsync(0)
  }
  return { begun, ask, end, answers }
}

test('while nobody orders, nobody waits', async () => {
  const { begun, ask } = openShop()
  await ask('/1', '/2', '/3', '/4')
  expect(begun).toEqual(['/1', '/2', '/3', '/4'])
})

test('beside an order two pages are made at a time, the others in the order they came; orders never wait', async () => {
  const { begun, ask, end } = openShop()
  await ask('/order/1', '/1', '/2', '/3', '/4', '/order/2')
  expect(begun).toEqual(['/order/1', '/1', '/2', '/order/2'])
  await end('/2')
  expect(begun.slice(4)).toEqual(['/3'])
  await end('/1')
  expect(begun.slice(4)).toEqual(['/3', '/4'])
})

test('pages that were begun before the order count, and go on', async () => {
  const { begun, ask, end, answers } = openShop()
  await ask('/1', '/2', '/3', '/order', '/4')
  expect(begun).toEqual(['/1', '/2', '/3', '/order'])
  await end('/1')
  expect(begun).toHaveLength(4)
  await end('/2')
  expect(begun.slice(4)).toEqual(['/4'])
  await end('/3', '/4', '/order')
  expect(await Promise.all(answers.map(async (answer) => (await answer).status))).toEqual([200, 200, 200, 200, 200])
})

test('when the last order is placed everybody who waits goes in', async () => {
  const { begun, ask, end } = openShop()
  await ask('/order', '/1', '/2', '/3', '/4', '/5')
  await end('/order')
  expect(begun).toEqual(['/order', '/1', '/2', '/3', '/4', '/5'])
})

test('an order that takes its time at the bank keeps nobody waiting for longer than a quarter of a second', async () => {
  const { begun, ask } = openShop()
  await ask('/order', '/slow/1', '/slow/2', '/1', '/2')
  await vi.advanceTimersByTimeAsync(249)
  expect(begun).toHaveLength(3)
  await vi.advanceTimersByTimeAsync(1)
  expect(begun.slice(3)).toEqual(['/1', '/2'])
})

test('a page that breaks gives its place to the next', async () => {
  const { begun, ask, end, answers } = openShop()
  await ask('/order', '/broken/1', '/broken/2', '/1', '/2')
  await end('/broken/1', '/broken/2')
  expect(begun.slice(3)).toEqual(['/1', '/2'])
  expect((await answers[1])?.status).toBe(500)
})
