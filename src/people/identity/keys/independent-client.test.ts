import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import WooCommerceRestApi, { type IWooCommerceRestApiOptions } from '@woocommerce/woocommerce-rest-api'
import { afterAll, describe, expect, test } from 'vitest'
import { writeOrder } from '../../../../test/support/orders.ts'
import { createApp } from '../../../app.ts'
import { basic, openTestKeys } from './open-test-keys.ts'

const { app, clock, db, makeKey, secure, shop } = await openTestKeys()
const order = await writeOrder(db)

describe('the independent client of WooCommerce', () => {
  const read = async (options: Partial<IWooCommerceRestApiOptions> & { url: string }) => {
    const key = await makeKey({ permissions: 'read' })
    const client = new WooCommerceRestApi({
      consumerKey: key.consumer_key,
      consumerSecret: key.consumer_secret,
      version: 'wc/v3',
      ...options,
    })
    const orders = (await client.get('orders', { status: ['processing', 'on-hold', 'pending'], per_page: 5 })) as Answer
    const coupons = (await client.get('coupons', { search: 'tea 10 & more', orderby: 'id' })) as Answer
    const tea = (await client.get('coupons', { code: 'tea10' })) as Answer
    return { orders, coupons, tea, client }
  }
  type Answer = { status: number; data: { id: number; code?: string }[]; headers: Record<string, string> }
  const expectRead = ({ orders, coupons, tea }: Awaited<ReturnType<typeof read>>) => {
    expect([orders.status, orders.data.map(({ id }) => id)]).toEqual([200, [order.id]])
    expect(orders.headers['x-wp-total']).toBe('1')
    expect([coupons.status, coupons.data]).toEqual([200, []])
    expect(tea.data.map(({ code }) => code)).toEqual(['tea10'])
  }

  test('[API-02] reads orders and coupons with signatures of OAuth 1.0a over http', async () => {
    let handler = app.fetch
    const server = serve({ fetch: (request, env) => handler(request, env), port: 0, hostname: '127.0.0.1' })
    await new Promise((resolve) => server.once('listening', resolve))
    afterAll(() => void server.close())
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    handler = createApp({ ...shop, url }).fetch
    // The client signs with the current time of the machine.
    clock.time = new Date()
    const answers = await read({ url })
    expectRead(answers)
    await expect(answers.client.post('coupons', { code: 'forged' })).rejects.toMatchObject({
      response: { status: 401, data: { code: 'woocommerce_rest_authentication_error' } },
    })
  })

  test.each([false, true])('[API-02] reads them over https with key and secret, in the query: %s', async (inQuery) => {
    // Requests are passed to the shop directly, in place of a network with certificates.
    const adapter = async (config: {
      url?: string
      params?: Record<string, string>
      auth?: { username: string; password: string }
    }) => {
      const url = new URL(config.url ?? '')
      for (const [name, value] of Object.entries(config.params ?? {}))
        for (const one of [value].flat()) url.searchParams.append(Array.isArray(value) ? `${name}[]` : name, one)
      const headers = config.auth ? basic(config.auth.username, config.auth.password) : {}
      const response = await secure.request(url.href, { headers })
      return {
        status: response.status,
        data: await response.json(),
        headers: Object.fromEntries(response.headers),
        statusText: '',
        config,
      }
    }
    expectRead(await read({ url: 'https://shop.test', queryStringAuth: inQuery, axiosConfig: { adapter } as never }))
  })
})
