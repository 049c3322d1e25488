import { expect, test } from 'vitest'
import { openShop } from '../../../test/support/shop.ts'

const { app } = await openShop()
type Route = { namespace: string; methods: string[]; endpoints: object[] }
type Index = {
  namespace: string
  namespaces: string[]
  routes: Record<string, Route>
  gmt_offset: number
  _links: object
}
const index = async (path: string): Promise<Index> => (await app.request(path)).json() as Promise<Index>

test('[API-01] /wp-json/ lists every call of the families that it names', async () => {
  const { namespaces, routes } = await index('/wp-json/')
  expect(namespaces).toEqual(['wc/store/v1', 'wc/store', 'wc-stripe/v1', 'wc/v3', 'samovar/v1'])
  for (const [path, methods] of [
    ['/wc/v3/orders', ['GET']],
    ['/wc/v3/orders/(?P<id>[\\d]+)', ['GET', 'PUT', 'POST', 'PATCH']],
    ['/wc/v3/orders/(?P<order_id>[\\d]+)/notes', ['GET', 'POST']],
    ['/wc/v3/coupons/batch', ['POST', 'PUT', 'PATCH']],
    ['/wc/v3/products/reviews/(?P<id>[\\d]+)', ['GET', 'PUT', 'POST', 'PATCH', 'DELETE']],
    ['/wc/store/v1/cart', ['GET']],
    ['/wc-stripe/v1/webhook', ['GET', 'POST']],
  ] as const)
    expect([path, routes[path]?.methods]).toEqual([path, methods])
  expect(
    Object.values(routes).filter(({ methods, endpoints }) => methods.length === 0 || endpoints.length === 0),
  ).toEqual([])
})

test('[API-01] every family answers with its own calls, and a family that is not there is no route', async () => {
  const { namespaces, routes } = await index('/wp-json/')
  for (const family of namespaces) {
    const own = await index(`/wp-json/${family}`)
    expect(own._links).toEqual({ up: [{ href: 'http://shop.test/wp-json/' }] })
    if (family === 'wc/store') continue
    expect(own.namespace).toBe(family)
    expect(Object.keys(own.routes)).toContain(`/${family}`)
    for (const path of Object.keys(own.routes).slice(1)) expect(Object.keys(routes)).toContain(path)
  }
  const none = await app.request('/wp-json/wc/v9')
  expect([none.status, ((await none.json()) as { code: string }).code]).toEqual([404, 'rest_no_route'])
})

test('[API-01] every call that is listed is there, and says what it takes when it is asked', async () => {
  const { routes } = await index('/wp-json/')
  for (const [path, { methods }] of Object.entries(routes)) {
    if (path === '/') continue
    const filled = path.replace(/\(\?P<\w+>[^)]*\)/g, '1')
    const told = await app.request(`/wp-json${filled}`, { method: 'OPTIONS' })
    if (/^\/[\w-]+\/v\d+$/.test(path)) continue
    expect([path, told.status]).toEqual([path, 200])
    if (!path.startsWith('/wc/store'))
      expect(told.headers.get('allow')?.split(', ').toSorted()).toEqual(methods.toSorted())
    if (!methods.includes('GET')) continue
    const { code } = (await (await app.request(`/wp-json${filled}`)).json()) as { code?: string }
    expect([path, code === 'rest_no_route']).toEqual([path, false])
  }
})
