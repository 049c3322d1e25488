import { Hono } from 'hono'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { prioritizeOrders } from './prioritize-orders.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A shop whose requests finish when the test tells them to. */
function openShop() {
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const app = new Hono()
  app.use(prioritizeOrders((context) => context.req.path.startsWith('/order')))
  app.get('*', async (context) => {
    const { path } = context.req
    started.push(path)
    await new Promise<void>((done) => ends.set(path, done))
    if (path.includes('broken')) throw new Error('broken')
    return context.text(path)
  })
  app.onError((_, context) => context.text('trouble', 500))
  const responses: Promise<Response>[] = []
  const start = async (...paths: string[]) => {
    for (const path of paths) responses.push(Promise.resolve(app.request(path)))
    await vi.advanceTimersByTimeAsync(0)
  }
  const end = async (...paths: string[]) => {
    for (const path of paths) ends.get(path)?.()
    await vi.advanceTimersByTimeAsync(0)
  }
  return { started, start, end, responses }
}

test('without orders no request waits', async () => {
  const { started, start } = openShop()
  await start('/1', '/2', '/3', '/4')
  expect(started).toEqual(['/1', '/2', '/3', '/4'])
})

test('during an order two other requests run at a time, the rest first in, first out; orders never wait', async () => {
  const { started, start, end } = openShop()
  await start('/order/1', '/1', '/2', '/3', '/4', '/order/2')
  expect(started).toEqual(['/order/1', '/1', '/2', '/order/2'])
  await end('/2')
  expect(started.slice(4)).toEqual(['/3'])
  await end('/1')
  expect(started.slice(4)).toEqual(['/3', '/4'])
})

test('requests started before the order count, and continue', async () => {
  const { started, start, end, responses } = openShop()
  await start('/1', '/2', '/3', '/order', '/4')
  expect(started).toEqual(['/1', '/2', '/3', '/order'])
  await end('/1')
  expect(started).toHaveLength(4)
  await end('/2')
  expect(started.slice(4)).toEqual(['/4'])
  await end('/3', '/4', '/order')
  expect(await Promise.all(responses.map(async (response) => (await response).status))).toEqual([
    200, 200, 200, 200, 200,
  ])
})

test('all waiting requests start when the last order is done', async () => {
  const { started, start, end } = openShop()
  await start('/order', '/1', '/2', '/3', '/4', '/5')
  await end('/order')
  expect(started).toEqual(['/order', '/1', '/2', '/3', '/4', '/5'])
})

test('a slow order delays other requests by at most a quarter of a second', async () => {
  const { started, start } = openShop()
  await start('/order', '/slow/1', '/slow/2', '/1', '/2')
  await vi.advanceTimersByTimeAsync(249)
  expect(started).toHaveLength(3)
  await vi.advanceTimersByTimeAsync(1)
  expect(started.slice(3)).toEqual(['/1', '/2'])
})

test('a failed request frees its slot', async () => {
  const { started, start, end, responses } = openShop()
  await start('/order', '/broken/1', '/broken/2', '/1', '/2')
  await end('/broken/1', '/broken/2')
  expect(started.slice(3)).toEqual(['/1', '/2'])
  expect((await responses[1])?.status).toBe(500)
})
