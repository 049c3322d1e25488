/**
 * Every parameter that a recorded shop accepts for a list has its effect here, or is refused: a program that syncs by
 * `modified_after` never receives all orders in place of the changed ones. The parameters are recorded facts.
 */

import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { restCalls } from '../../src/faces/rest/rest.routes.ts'
import { propertiesOf } from '../../src/platform/rest/input.ts'
import { isRecord } from '../../src/platform/rest/request.ts'
import { commonTrials, parameterOf, recorded, routeOf } from './common-trials.ts'
import { contentListTrials } from './content-list-trials.ts'
import { openListedItems } from './listed-items.ts'
import { shopListTrials } from './shop-list-trials.ts'
import { never, type Trial } from './trials.ts'

const items = await openListedItems()
const { call, customer, order, orderIds, posts, above } = items
const orderPath = `/wc/v3/orders/${order.id}`
const allOrders = `include=${orderIds.join(',')}`
const lists = [...shopListTrials(items), ...contentListTrials(items)]
/** Parameters of a call for one item. */
const itemTrials: Readonly<Record<string, Trial>> = { excerpt_length: 'refused', password: 'same' }

const callOf = (route: string) =>
  restCalls.find(
    ({ path, methods }) =>
      methods.includes('GET') && path.replace('/wp-json', '').replaceAll(/:\w+(\{[^}]*\})?/g, '{}') === route,
  )

test.each(Object.entries(recorded.calls))('%s knows every recorded parameter', (route, parameters) => {
  const declared = callOf(route)
  const known = [...Object.keys(declared?.query.shape ?? {}), ...(declared?.refuses ?? [])]
  expect(Object.keys(parameters).filter((name) => !known.includes(name))).toEqual([])
})

/** Calls below the base paths of WooCommerce and WordPress that exist in neither. */
const ownCalls = [
  '/wc/v3/products/shipping_classes/slug-suggestion',
  '/wc/v3/payments/disputes/{}',
  '/wp/v2/posts/counts',
  '/wp/v2/pages/counts',
  '/wp/v2/users/counts',
  ...['', '/counts', '/{}', '/{}/revisions', '/{}/revisions/{}'].map((below) => `/wp/v2/project${below}`),
  ...['', '/{}'].map((below) => `/wp/v2/project_category${below}`),
]

/** Other tests replay these calls from separate recordings. */
const replayedCalls = [
  ...['comments', 'menus', 'menu-items', 'menu-locations', 'statuses', 'types', 'taxonomies'].flatMap((name) => [
    `/wp/v2/${name}`,
    `/wp/v2/${name}/{}`,
  ]),
  ...['posts', 'pages'].map((name) => `/wp/v2/${name}/{}/revisions/{}`),
  '/wp/v2/search',
  '/wp/v2/settings',
  ...[
    '',
    '/{}',
    '/{}/related',
    '/suggested-products',
    '/custom-fields/names',
    '/{}/variations',
    '/{}/variations/{}',
  ].map((below) => `/wc/v3/products${below}`),
  '/wc/v3/variations',
  ...['', '/{}', '/classes', '/classes/{}'].map((below) => `/wc/v3/taxes${below}`),
  ...['', '/{}', '/{}/locations', '/{}/methods', '/{}/methods/{}'].map((below) => `/wc/v3/shipping/zones${below}`),
  ...['', '/{}'].map((below) => `/wc/v3/shipping_methods${below}`),
  ...['', '/continents', '/countries', '/currencies', '/currencies/current'].map((below) => `/wc/v3/data${below}`),
  ...['continents', 'countries', 'currencies'].map((list) => `/wc/v3/data/${list}/{}`),
  ...['', '/tools', '/tools/{}'].map((below) => `/wc/v3/system_status${below}`),
  ...['', '/{}'].map((below) => `/wc/v3/payment_gateways${below}`),
  ...['', '/{}', '/{}/{}'].map((below) => `/wc/v3/settings${below}`),
  '/wc/v3/customers/{}/downloads',
  ...['/statuses', '/{}/actions/email_templates', '/{}/receipt', '/{}/notes/{}'].map(
    (below) => `/wc/v3/orders${below}`,
  ),
  '/wc/v3/refunds',
]

test('every call that reads is held against the record, and every list is tried', () => {
  const routes = restCalls
    .filter(({ path, methods }) => methods.includes('GET') && /^\/wp-json\/w[cp]\/v\d/.test(path))
    .map(({ path }) => path.replace('/wp-json', '').replaceAll(/:\w+(\{[^}]*\})?/g, '{}'))
  expect(routes.toSorted()).toEqual([...Object.keys(recorded.calls), ...ownCalls, ...replayedCalls].toSorted())
  const isOfOne = (route: string) => /\/(\{\}|me|introspect)$/.test(route)
  expect(lists.map(({ path }) => routeOf(path)).toSorted()).toEqual(
    Object.keys(recorded.calls)
      .filter((route) => !isOfOne(route))
      .toSorted(),
  )
})

async function runTrial(path: string, base: string, name: string, trial: Trial): Promise<void> {
  if (typeof trial === 'function') return trial()
  const whole = `${path}?${base}&per_page=100`
  const value = String(parameterOf(path, name).enum?.[0] ?? 1)
  if (trial === 'refused') {
    const { status, item } = await call('GET', `${whole}&${name}=${value}`)
    expect([status, item]).toEqual([
      400,
      {
        code: 'rest_invalid_param',
        message: `Invalid parameter(s): ${name}`,
        data: {
          status: 400,
          params: { [name]: `${name} is not supported.` },
          details: { [name]: { code: 'rest_invalid_param', message: `${name} is not supported.`, data: null } },
        },
      },
    ])
    return
  }
  const all = (await call('GET', whole)).items
  if (trial === 'same') {
    const again = await call('GET', `${whole}&${name}=true`)
    expect([again.status, again.items.map(({ id }) => id)]).toEqual([200, all.map(({ id }) => id)])
    return
  }
  const [query, keeps] = trial
  expect(all.length).toBeGreaterThan(1)
  const params = new URLSearchParams(`${base}&per_page=100`)
  for (const [key, sent] of new URLSearchParams(query)) params.set(key, sent)
  const answer = await call('GET', `${path}?${params}`)
  const kept = all.filter((item) => keeps(item)).map(({ id }) => id)
  // This ensures that the filter excludes some items, and includes some unless no item can match.
  expect([query, kept.length < all.length, kept.length > 0]).toEqual([query, true, keeps !== never])
  expect([query, answer.status, answer.items.map(({ id }) => id)]).toEqual([query, 200, kept])
}

describe.each(lists)('$path', ({ path, base = '', trials }) => {
  const named = Object.keys(recorded.calls[routeOf(path)] ?? {}).filter((name) => name !== 'context')
  test.each(named)('%s has its effect or is refused', async (name) => {
    const trial = trials[name] ?? commonTrials(call, path, base)[name]
    if (trial === undefined) throw new Error(`${name} is not tried`)
    await runTrial(path, base, name, trial)
  })

  test('context has its effect, of the list and of one item', async () => {
    const [first] = (await call('GET', `${path}?${base}`)).items
    const item = `${path}/${String(first?.uuid ?? first?.id)}`
    for (const address of recorded.calls[`${routeOf(path)}/{}`] ? [path, item] : [path]) {
      for (const context of parameterOf(routeOf(address).replace(/[^/{}]+-[^/]+$/, '{}'), 'context').enum ?? [])
        expect([context, (await call('GET', `${address}?context=${String(context)}`)).status]).toEqual([context, 200])
      const wrong = await call('GET', `${address}?context=nonsense`)
      expect([wrong.status, Object.keys((wrong.item.data as { params: object }).params)]).toEqual([400, ['context']])
    }
  })
})

test('of a post and of a page, what is recorded has its effect or is refused', async () => {
  for (const path of [`/wp/v2/posts/${posts[0]?.id}`, `/wp/v2/pages/${above.id}`])
    for (const [name, trial] of Object.entries(itemTrials)) {
      if (trial === 'refused') await runTrial(path, '', name, trial)
      else expect((await call('GET', `${path}?${name}=1`)).item.slug).toBe((await call('GET', path)).item.slug)
    }
})

test('the texts of an entry are raw for editing alone, and an entry inside of another is short', async () => {
  const shown = async (context: string) => (await call('GET', `/wp/v2/posts/${posts[0]?.id}?context=${context}`)).item
  expect((await shown('edit')).title).toEqual({ raw: 'Kettles', rendered: 'Kettles' })
  expect((await shown('view')).title).toEqual({ rendered: 'Kettles' })
})

test('a product of an order is found, and one of none is not', async () => {
  const ids = async (query: string) => (await call('GET', `/wc/v3/orders?${query}`)).items.map(({ id }) => id)
  expect(await ids('product=130')).toEqual([])
  expect(await ids(`customer=${customer.id}`)).toEqual([order.id])
  expect(await ids(`parent=0&${allOrders}`)).toHaveLength(3)
  expect((await call('GET', `${orderPath}/refunds?parent=${order.id}`)).items).toHaveLength(3)
})

test('a parameter that no recorded shop has is ignored, as there', async () => {
  for (const { path, base = '' } of lists) {
    const [plain, more] = [
      await call('GET', `${path}?${base}`),
      await call('GET', `${path}?${base}&foo=1&_locale=user`),
    ]
    expect([path, more.status, more.items]).toEqual([path, 200, plain.items])
  }
})

/** Every list with its filters by id. */
const idFilters = lists.flatMap(({ path, base = '' }) =>
  Object.entries(propertiesOf(callOf(routeOf(path))?.query ?? z.object({})))
    .filter(([, { items }]) => isRecord(items) && items.type === 'integer')
    .map(([name]) => ({ path, base, name, isExcluding: name.endsWith('exclude') })),
)

test.each(idFilters)('$path: no item has an id out of range in $name, so none is answered for it', async (filter) => {
  const { path, base, name, isExcluding } = filter
  const all = (await call('GET', `${path}?${base}&per_page=100`)).items.map(({ id }) => id)
  for (const id of ['2147483648', '999999999999999']) {
    const { status, items } = await call('GET', `${path}?${base}&per_page=100&${name}=${id}`)
    expect([id, status, items.map((item) => item.id)]).toEqual([id, 200, isExcluding ? all : []])
  }
})

test.each(idFilters.filter(({ name }) => name === 'include'))(
  '$path: a list of ids is read to its end, or refused',
  async ({ path, base }) => {
    const [first] = (await call('GET', `${path}?${base}`)).items
    const unknown = (length: number) => Array.from({ length }, (_, index) => 1_000_000 + index).join(',')
    const long = await call('GET', `${path}?${base}&include=${unknown(900)},${first?.id}`)
    expect([long.status, long.items.map(({ id }) => id)]).toEqual([200, [first?.id]])
    const tooLong = await call('GET', `${path}?${base}&include=${unknown(1001)}`)
    expect([tooLong.status, tooLong.item.data]).toMatchObject([
      400,
      { params: { include: 'include takes at most 1000 items.' } },
    ])
  },
)

test('to sort by ids there must be ids, as recorded', async () => {
  for (const path of ['/wp/v2/posts', '/wp/v2/pages', '/wp/v2/media', `/wp/v2/posts/${posts[0]?.id}/revisions`]) {
    const { status, json } = await call('GET', `${path}?orderby=include`)
    expect([path, status, json]).toEqual([
      path,
      400,
      {
        code: 'rest_orderby_include_missing_include',
        message: 'You need to define an include parameter to order by include.',
        data: { status: 400 },
      },
    ])
  }
})

test('pictures are found by several kinds and types at once', async () => {
  const pngs = (await call('GET', '/wp/v2/media?per_page=100')).items.filter((item) => item.mime_type === 'image/png')
  const all = pngs.map(({ id }) => id)
  expect(all).toHaveLength(3)
  for (const [query, found] of [
    ['media_type=video,image&mime_type=image/png', all],
    ['media_type[]=audio&media_type[]=video', []],
    ['mime_type=image/gif,image/png', all],
    ['mime_type[]=image/gif&mime_type[]=image/webp', []],
    ['media_type=image,video&mime_type=image/gif', []],
  ] as const) {
    const { status, items } = await call('GET', `/wp/v2/media?${query}`)
    expect([query, status, items.map(({ id }) => id)]).toEqual([query, 200, found])
  }
  const { item } = await call('GET', '/wp/v2/media?media_type=paper')
  expect(item.data).toMatchObject({
    params: { media_type: 'media_type[0] is not one of image, video, text, application, and audio.' },
  })
})

test('what is refused is refused in every form', async () => {
  for (const query of ['search_columns=post_title', 'search_columns[]=a', 'search_columns[0]=a', 'search_columns[a]=x'])
    expect([query, (await call('GET', `/wp/v2/posts?${query}`)).status]).toEqual([query, 400])
})

test('a filter in a form that is not understood is an error rather than no filter', async () => {
  const { status, item } = await call('GET', '/wp/v2/posts?categories[terms]=3&categories[operator]=AND')
  expect([status, item.message]).toEqual([400, 'Invalid parameter(s): categories'])
})
