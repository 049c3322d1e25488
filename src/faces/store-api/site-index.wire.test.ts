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

test('[API-01] /wp-json/ lists every route of its namespaces', async () => {
  const { namespaces, routes } = await index('/wp-json/')
  expect(namespaces).toEqual([
    'wc/store/v1',
    'wc/store',
    'wc-stripe/v1',
    'wc/v3',
    'samovar/v1',
    'wc-shipment-tracking/v3',
    'wp/v2',
    'contact-form-7/v1',
  ])
  for (const [path, methods] of [
    ['/wc/v3/orders', ['GET', 'POST']],
    ['/wc/v3/orders/(?P<id>[\\d]+)', ['GET', 'PUT', 'POST', 'PATCH', 'DELETE']],
    ['/wc/v3/orders/(?P<order_id>[\\d]+)/notes', ['GET', 'POST']],
    ['/wc/v3/coupons/batch', ['POST', 'PUT', 'PATCH']],
    ['/wc/v3/products/reviews/(?P<id>[\\d]+)', ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']],
    ['/wc/store/v1/cart', ['GET']],
    ['/wc-stripe/v1/webhook', ['GET', 'POST']],
  ] as const)
    expect([path, routes[path]?.methods]).toEqual([path, methods])
  expect(
    Object.values(routes).filter(({ methods, endpoints }) => methods.length === 0 || endpoints.length === 0),
  ).toEqual([])
})

test('[API-01] every namespace lists its own routes, and an unknown one is 404', async () => {
  const { namespaces, routes } = await index('/wp-json/')
  for (const family of namespaces) {
    const namespaceIndex = await index(`/wp-json/${family}`)
    expect(namespaceIndex._links).toEqual({ up: [{ href: 'http://shop.test/wp-json/' }] })
    if (family === 'wc/store') continue
    expect(namespaceIndex.namespace).toBe(family)
    expect(Object.keys(namespaceIndex.routes)).toContain(`/${family}`)
    for (const path of Object.keys(namespaceIndex.routes).slice(1)) expect(Object.keys(routes)).toContain(path)
  }
  const none = await app.request('/wp-json/wc/v9')
  expect([none.status, ((await none.json()) as { code: string }).code]).toEqual([404, 'rest_no_route'])
})

test('[API-01] every listed route exists and describes its parameters on OPTIONS', async () => {
  const { routes } = await index('/wp-json/')
  for (const [path, { methods }] of Object.entries(routes)) {
    if (path === '/') continue
    const filled = path.replace(/\(\?P<\w+>[^)]*\)/g, '1')
    const options = await app.request(`/wp-json${filled}`, { method: 'OPTIONS' })
    if (/^\/[\w-]+\/v\d+$/.test(path)) continue
    expect([path, options.status]).toEqual([path, 200])
    if (!path.startsWith('/wc/store'))
      expect(options.headers.get('allow')?.split(', ').toSorted()).toEqual(methods.toSorted())
    if (!methods.includes('GET')) continue
    const { code } = (await (await app.request(`/wp-json${filled}`)).json()) as { code?: string }
    expect([path, code === 'rest_no_route']).toEqual([path, false])
  }
})

test('[API-01] OPTIONS names the parameters of a declared call', async () => {
  const response = await app.request('/wp-json/wc/v3/products/tags', { method: 'OPTIONS' })
  const { endpoints } = (await response.json()) as { endpoints: { methods: string[]; args: Record<string, object> }[] }
  const [list, create] = endpoints
  expect(list?.args.per_page).toEqual({ type: 'integer', minimum: 1, maximum: 100, default: 10, required: false })
  expect(create?.args.name).toEqual({ type: 'string', maxLength: 200, required: true })
})
