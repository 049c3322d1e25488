/**
 * The OPTIONS response describes the items as a recorded shop does, and agrees with the items that are returned and
 * with the changes that are accepted. The schemas are recorded facts.
 */
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { restCalls } from '../../src/faces/rest/rest.routes.ts'
import { itemShapeOf } from '../../src/platform/rest/item-shape.ts'
import { paths } from '../../src/platform/web/routes.ts'
import { writeOrder } from '../support/orders.ts'
import { referenceIds } from '../support/reference-shop.ts'
import { openShop } from '../support/shop.ts'
import { createSignedInUser } from '../support/users.ts'
import { type OpenApi, problemsWith } from './openapi-check.ts'
import { type Deviation, explained } from './replay.ts'

type Schema = {
  readonly type?: unknown
  readonly title?: string
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly default?: unknown
  readonly context?: readonly string[]
  readonly readonly?: boolean
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
}
type Options = {
  readonly namespace: string
  readonly schema?: Schema & { readonly $schema: string }
  readonly _links?: object
}
const recorded = JSON.parse(readFileSync('test/recorded/woocommerce/rest-schemas.json', 'utf8')) as {
  readonly routes: Readonly<Record<string, string>>
  readonly schemas: Readonly<Record<string, Schema>>
}

const now = new Date('2026-11-21T12:00:00Z')
const { app, shop, db } = await openShop({ now: () => now })
const document = (await (await app.request('/wp-json/samovar/v1/openapi.json')).json()) as OpenApi
const owner = await createSignedInUser(shop, 'administrator', 'Olive Owner')
const editor = await createSignedInUser(shop, 'editor', 'Edith Editor')

type Item = Record<string, unknown> & { readonly id: number; readonly uuid: string }
/** Sends a request, and expects the response to agree with the OpenAPI document. */
async function call(method: string, path: string, body?: object | Buffer) {
  const isBytes = Buffer.isBuffer(body)
  const type = isBytes ? 'image/png' : 'application/json'
  const response = await app.request(`/wp-json${path}`, {
    method,
    headers: {
      ...owner.headers,
      ...(body && { 'content-type': type }),
      ...(isBytes && { 'content-disposition': 'attachment; filename="tin.png"' }),
    },
    ...(body ? { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) } : {}),
  })
  const json = (await response.json()) as Item & { readonly code?: string }
  const { pathname } = new URL(path, 'http://shop.test')
  expect(problemsWith(document, { method, path: pathname }, { status: response.status, body: json })).toEqual([])
  return { status: response.status, json, items: json as unknown as Item[] }
}
async function make(path: string, body: object | Buffer): Promise<Item> {
  const { status, json } = await call('POST', path, body)
  expect([path, status, status === 201 ? '' : json]).toEqual([path, 201, ''])
  return json
}

const order = await writeOrder(db, {
  status: 'processing',
  paidAt: new Date('2026-11-20T12:00:00Z'),
  fees: [{ name: 'Wrapping', totalCents: 300, taxCents: 39 }],
  attribution: { utm_source: 'letter' },
})
const orderPath = `/wc/v3/orders/${order.id}`
const webhook = await make('/wc/v3/webhooks', { topic: 'order.created', delivery_url: 'https://receiver.test/' })
const pending = await make('/wc/v3/orders', { billing: { email: 'cleo@shop.test' } })
const coupon = await make('/wc/v3/coupons', { code: 'spring', amount: '10', description: 'For the first flush' })
const [line] = order.lines
const refund = await make(`${orderPath}/refunds`, {
  api_refund: false,
  api_restock: false,
  reason: 'Broken tin',
  line_items: [{ id: line?.id, quantity: 1 }],
  shipping_lines: [{ id: order.shippingLines[0]?.id, refund_total: '1.00' }],
  fee_lines: [{ id: order.id * 100, refund_total: '1.00' }],
})
await make(`${orderPath}/notes`, { note: 'Packed.' })
const customer = await make('/wc/v3/customers', { email: 'bea@shop.test', password: 'kettle-and-cup-7' })
const tag = await make('/wc/v3/products/tags', { name: 'Smoky' })
const attribute = await make('/wc/v3/products/attributes', { name: 'Finish' })
const valuesPath = `/wc/v3/products/attributes/${attribute.id}/terms`
const termPaths = {
  product_attribute: `/wc/v3/products/attributes/${attribute.id}`,
  product_attribute_term: `${valuesPath}/${(await make(valuesPath, { name: 'Calm' })).id}`,
}
const branches: Record<string, string> = {}
for (const path of ['categories', 'brands', 'shipping_classes'])
  branches[path] = `/wc/v3/products/${path}/${(await make(`/wc/v3/products/${path}`, { name: 'Smoked' })).id}`
const [aboveCategory, aboveBrand] = [
  await make('/wc/v3/products/categories', { name: 'Above' }),
  await make('/wc/v3/products/brands', { name: 'Above' }),
]
const review = await make('/wc/v3/products/reviews', {
  product_id: referenceIds.simple,
  reviewer: 'Cleo',
  reviewer_email: 'cleo@shop.test',
  review: 'Good',
  rating: 4,
})
const category = await make('/wp/v2/categories', { name: 'Harvests' })
const postTag = await make('/wp/v2/tags', { name: 'Loose' })
const post = await make('/wp/v2/posts', { title: 'Kettles', content: '<p>Iron</p>', status: 'publish' })
const page = await make('/wp/v2/pages', { title: 'Our house', content: '<p>Brick</p>', status: 'publish' })
const above = await make('/wp/v2/pages', { title: 'About', status: 'publish' })
const project = await make('/wp/v2/project', { title: 'Corner house', content: '<p>Oak</p>', status: 'publish' })
const projectCategory = await make('/wp/v2/project_category', { name: 'Houses' })
for (const path of [`/wp/v2/posts/${post.id}`, `/wp/v2/pages/${page.id}`, `/wp/v2/project/${project.id}`])
  await call('PUT', path, { content: '<p>Copper</p>' })
const picture = await make(
  '/wp/v2/media',
  await sharp({ create: { width: 400, height: 300, channels: 3, background: '#2C5A45' } })
    .png()
    .toBuffer(),
)
const passwords = '/wp/v2/users/me/application-passwords'
const password = await make(passwords, { name: 'Till' })

/** The path of an item of each kind, or of the list for kinds that have only a list. */
const addresses: Readonly<Record<string, string>> = {
  shop_order: orderPath,
  shop_order_refund: `${orderPath}/refunds/${refund.id}`,
  order_note: `${orderPath}/notes`,
  shop_coupon: `/wc/v3/coupons/${coupon.id}`,
  customer: `/wc/v3/customers/${customer.id}`,
  setting_group: '/wc/v3/settings',
  setting: '/wc/v3/settings/products/woocommerce_weight_unit',
  payment_gateway: '/wc/v3/payment_gateways/cod',
  system_status: '/wc/v3/system_status',
  system_status_tool: '/wc/v3/system_status/tools/clear_transients',
  data_index: '/wc/v3/data',
  data_continents: '/wc/v3/data/continents/na',
  data_countries: '/wc/v3/data/countries/ca',
  data_currencies: '/wc/v3/data/currencies/cad',
  ...termPaths,
  product_brand: branches.brands ?? '',
  product_cat: branches.categories ?? '',
  product_shipping_class: branches.shipping_classes ?? '',
  product_tag: `/wc/v3/products/tags/${tag.id}`,
  product_review: `/wc/v3/products/reviews/${review.id}`,
  report_order_total: '/wc/v3/reports/orders/totals',
  webhook: `/wc/v3/webhooks/${webhook.id}`,
  post: `/wp/v2/posts/${post.id}`,
  'post-revision': `/wp/v2/posts/${post.id}/revisions`,
  page: `/wp/v2/pages/${page.id}`,
  'page-revision': `/wp/v2/pages/${page.id}/revisions`,
  project: `/wp/v2/project/${project.id}`,
  'project-revision': `/wp/v2/project/${project.id}/revisions`,
  project_category: `/wp/v2/project_category/${projectCategory.id}`,
  attachment: `/wp/v2/media/${picture.id}`,
  category: `/wp/v2/categories/${category.id}`,
  tag: `/wp/v2/tags/${postTag.id}`,
  user: `/wp/v2/users/${editor.id}`,
  'application-password': `${passwords}/${password.uuid}`,
}
async function optionsOf(path: string, headers = {}): Promise<Options> {
  const response = await app.request(`/wp-json${path}`, { method: 'OPTIONS', headers })
  expect(response.status).toBe(200)
  return (await response.json()) as Options
}
const pathOf = (route: string): string => {
  const [path = ''] = Object.values(addresses).filter(
    (one) => one.replaceAll(/\/(\d+|me|[\w-]{36})(?=\/|$)/g, '/{}') === route,
  )
  return path === '' ? route.replace('{}', String(order.id)).replaceAll('{}', '1') : path
}

/** The compared facts of a schema, by path and kind of fact. */
function factsOf(schema: Schema, place = ''): Readonly<Record<string, unknown>> {
  const { type, format, enum: values, default: initial, context, readonly: isReadOnly = false, items } = schema
  const properties = Object.entries(Array.isArray(schema.properties) ? {} : (schema.properties ?? {}))
  const facts = {
    type: [type].flat().toSorted().join(),
    format,
    enum: values?.toSorted().join(),
    default: initial,
    ...(context && { context: context.toSorted().join() }),
    readonly: isReadOnly,
  }
  return {
    ...Object.fromEntries(Object.entries(facts).map(([name, fact]) => [`${place} ${name}`, fact])),
    ...(items ? factsOf(items, `${place}[]`) : {}),
    ...Object.assign({}, ...properties.map(([name, one]) => factsOf(one, `${place}.${name}`))),
  }
}

/** A deviation in one kind of fact of the named fields. */
const fact = (reason: string, kind: string, names: string): Deviation => ({
  where: new RegExp(String.raw`^\.(${names}) (${kind})$`),
  reason,
})
/** A deviation in the named fields and everything inside them. */
const whole = (reason: string, names: string): Deviation => ({
  where: new RegExp(String.raw`^\.(${names})(\[\]|[ .])`),
  reason,
})
const values = (names: string) => fact('schema-values-of-the-shop', 'enum|default', names)
const answered = (names: string) => fact('schema-as-answered', 'type', names)
const also = (names: string) => whole('schema-as-answered', names)
const own = (names: string) => whole('schema-own-fields', names)
const unchangeable = (names: string) => fact('schema-read-only', 'readonly', names)
const without = (names: string) => whole('schema-of-what-there-is', names)
const noMeta = [answered('meta'), unchangeable('meta')]

const lines = String.raw`(line_items|shipping_lines|fee_lines)`
const ofEntry = [
  ...[values('status'), ...noMeta, without('meta.footnotes'), unchangeable('ping_status|template')],
  without('password|permalink_template|generated_slug|class_list|content.block_version'),
  own('version|is_date_open|status_before_trash|author_name|featured_media_url|preview_link|is_built'),
]
const ofRevision = [without('guid|meta|content.block_version|(content|excerpt).protected'), own('author_name|fields')]

const ofTree = [own(String.raw`samovar(\..*)?`), unchangeable('image.name|image.alt')]

const deviations: Readonly<Record<string, readonly Deviation[]>> = {
  shop_order: [
    values('status|currency'),
    unchangeable('parent_id|created_via|currency'),
    answered(
      String.raw`${lines}\[\]\.(name|product_id|method_title|method_id|image.id)|coupon_lines\[\]\.code|billing.email`,
    ),
    also(String.raw`shipping.phone|tax_lines\[\]\.rate_percent|shipping_lines\[\]\.(taxes\[\]\.subtotal|tax_status)`),
    also(
      String.raw`(shipping|coupon)_lines\[\]\.meta_data\[\]\.display_(key|value)|fee_lines\[\]\.amount|currency_symbol`,
    ),
    without(String.raw`refunds\[\]\.total_tax|manual_update`),
  ],
  shop_order_refund: [
    unchangeable(String.raw`refunded_by|meta_data|${lines}(\[\].*)?`),
    answered(String.raw`${lines}\[\]\.(name|product_id|method_title|method_id|refund_total)`),
    also(String.raw`line_items\[\]\.(parent_name|global_unique_id|image)|tax_lines\[\]\.rate_percent`),
    also(String.raw`shipping_lines\[\]\.taxes\[\]\.subtotal`),
    without(String.raw`line_items\[\]\.taxes\[\]\.refund_total`),
    own(String.raw`${lines}\[\]\.refund_(total|tax)|refunded_amount`),
  ],
  order_note: [without('added_by_user')],
  report_order_total: [values('slug'), answered('total')],
  webhook: [fact('schema-as-answered', 'readonly', 'delivery_url'), own('failure_count|waiting_count')],
  batch: [answered(String.raw`delete\[\]`)],
  shop_coupon: [values('status'), answered(String.raw`used_by\[\]`), own('date_starts|date_starts_gmt')],
  customer: [values('role'), answered('is_paying_customer'), unchangeable('username'), own('orders_count|total_spent')],
  setting_group: [also('sub_groups')],
  setting: [answered('default'), without('tip|placeholder'), values('type')],
  payment_gateway: [
    answered('order'),
    also(
      'settings|needs_setup|post_install_scripts|settings_url|connection_url|setup_help_text|required_settings_keys',
    ),
  ],
  system_status: [also('[a-z_]+')],
  data_continents: [also(String.raw`countries\[\](\.states\[\])?`)],
  data_countries: [also(String.raw`states\[\]`)],
  product_review: [unchangeable('product_name')],
  product_cat: [...ofTree, fact('schema-as-answered', 'readonly', 'menu_order')],
  product_brand: ofTree,
  product_attribute: [own(String.raw`samovar(\..*)?`)],
  product_attribute_term: [own(String.raw`samovar(\..*)?`)],
  post: [...ofEntry, unchangeable('sticky|format')],
  page: ofEntry,
  'post-revision': ofRevision,
  'page-revision': ofRevision,
  category: [...noMeta, unchangeable('parent')],
  tag: noMeta,
  attachment: [
    ...[values('status'), ...noMeta, answered('date|date_gmt|post')],
    unchangeable('date|date_gmt|slug|status|author|comment_status|ping_status|template|description|post'),
    without('permalink_template|generated_slug|class_list|featured_media|missing_image_sizes|filename|filesize'),
    without('exif_orientation|image_quality|image_output_format|image_save_progressive'),
    also('media_details.(width|height|file|filesize|sizes)'),
    own(String.raw`used_by|focal_point(\..*)?`),
  ],
  user: [
    values(String.raw`locale|roles\[\]`),
    ...noMeta,
    unchangeable('username|url|description|locale|nickname|slug'),
    without('avatar_urls.(24|48|96)|meta.persisted_preferences'),
    own(String.raw`status|session_count|last_sign_in|last_sign_in_gmt|woocommerce_meta(\..*)?`),
  ],
  'application-password': [unchangeable('app_id')],
}
const observed = new Set<Deviation>()

describe('[API-01] OPTIONS has the recorded schema of items', () => {
  test.each(Object.entries(recorded.routes))('%s: %s', async (route, name) => {
    const path = pathOf(route)
    const { schema, namespace, _links } = await optionsOf(path)
    expect([schema?.title, schema?.$schema]).toEqual([name, 'http://json-schema.org/draft-04/schema#'])
    expect(namespace).toBe(/^\/(\w+\/v\d)/.exec(route)?.[1])
    expect(_links).toEqual(route.includes('{}') ? undefined : { self: [{ href: `http://shop.test/wp-json${route}` }] })
    // The schema is the same for every caller, as recorded.
    expect((await optionsOf(path, owner.headers)).schema).toEqual(schema)
    const theirs = factsOf(recorded.schemas[name] ?? {})
    const ours = factsOf(schema ?? {})
    const named = deviations[name] ?? []
    const differences = [...new Set([...Object.keys(theirs), ...Object.keys(ours)])].filter((where) => {
      if (theirs[where] === ours[where]) return false
      const found = named.filter((one) => one.where.test(where))
      for (const one of found) observed.add(one)
      return found.length === 0
    })
    expect(differences.map((where) => [where, theirs[where], ours[where]])).toEqual([])
  })

  test('every named difference occurs, and is explained', () => {
    const all = Object.values(deviations).flat()
    expect(all.filter((one) => !observed.has(one) || !explained.has(one.reason))).toEqual([])
  })

  test('every kind of item is looked at', () => {
    expect(Object.keys(recorded.schemas).filter((name) => !(name in addresses))).toEqual(['batch', 'Order Actions'])
  })
})

/** Fields that are sent and never returned. */
const sentOnly: Readonly<Record<string, readonly string[]>> = {
  shop_order: ['set_paid'],
  shop_order_refund: ['api_refund', 'api_restock', 'refunded_amount'],
  customer: ['password'],
  webhook: ['secret'],
  user: ['password'],
  // Returned only after the tool has run.
  system_status_tool: ['success', 'message'],
  // Returned only when the password is created.
  'application-password': ['password'],
}

const resources = Object.entries(addresses).map(([name, path]) => ({ name, path }))
const schemaOf = async (path: string) => (await optionsOf(path)).schema?.properties ?? {}
const first = async (path: string): Promise<Item> => {
  const { json, items } = await call('GET', path)
  const [item] = Array.isArray(json) ? items : [json]
  if (item === undefined) throw new Error(`${path} is empty`)
  return item
}

describe('[API-01] what is answered is what the schema says', () => {
  test.each(resources)('$name, in each context', async ({ name, path }) => {
    const properties = await schemaOf(path)
    const contexts = [...new Set(Object.values(properties).flatMap(({ context = [] }) => context))]
    expect(contexts).toContain('view')
    for (const context of contexts) {
      const fields = Object.keys(await first(`${path}?context=${context}`)).filter((field) => field !== '_links')
      const described = Object.entries(properties)
        .filter(([field, schema]) => schema.context?.includes(context) && !sentOnly[name]?.includes(field))
        .map(([field]) => field)
      expect([context, fields.toSorted()]).toEqual([context, described.toSorted()])
    }
  })

  test('an entry inside of another has the recorded fields', async () => {
    const fields = ['id', 'date', 'slug', 'type', 'link', 'title', 'excerpt', 'author', 'featured_media', '_links']
    for (const path of [addresses.post, addresses.page])
      expect(Object.keys(await first(`${path}?context=embed`)).toSorted()).toEqual(fields.toSorted())
  })
})

/** A change of every writable field, and the returned values where they differ from the sent ones. */
const changes: Readonly<Record<string, { readonly body: object; readonly answered?: object; readonly at?: string }>> = {
  shop_order: {
    // The contents of paid orders cannot be changed.
    at: `/wc/v3/orders/${pending.id}`,
    body: {
      status: 'completed',
      payment_method: 'cheque',
      payment_method_title: 'By cheque',
      line_items: [{ product_id: referenceIds.simple, quantity: 2 }],
      shipping_lines: [{ method_id: 'flat_rate', total: '9.00' }],
      fee_lines: [{ name: 'Wrapping', total: '3.00' }],
      coupon_lines: [{ code: 'spring' }],
      customer_id: customer.id,
      customer_note: 'Ring twice',
      transaction_id: 'INV-7',
      billing: { city: 'Québec' },
      shipping: { phone: '4185550100' },
      meta_data: [{ key: 'channel', value: 'phone' }],
      set_paid: true,
    },
    answered: {
      line_items: [expect.objectContaining({ product_id: referenceIds.simple, quantity: 2 })],
      shipping_lines: [expect.objectContaining({ method_id: 'flat_rate', total: '9.00' })],
      fee_lines: [expect.objectContaining({ name: 'Wrapping', total: '3.00' })],
      coupon_lines: [expect.objectContaining({ code: 'spring' })],
      billing: expect.objectContaining({ city: 'Québec' }),
      shipping: expect.objectContaining({ phone: '4185550100' }),
      meta_data: expect.arrayContaining([expect.objectContaining({ key: 'channel', value: 'phone' })]),
    },
  },
  shop_coupon: {
    body: {
      code: 'summer',
      amount: '12.00',
      status: 'draft',
      discount_type: 'percent',
      description: 'Iced',
      date_starts: '2026-11-02T00:00:00',
      date_starts_gmt: '2026-11-02T05:00:00',
      date_expires: '2026-12-01T00:00:00',
      date_expires_gmt: '2026-12-01T05:00:00',
      individual_use: true,
      free_shipping: true,
      exclude_sale_items: true,
      product_ids: [131],
      excluded_product_ids: [133],
      product_categories: [1],
      excluded_product_categories: [2],
      usage_limit: 9,
      usage_limit_per_user: 2,
      limit_usage_to_x_items: 3,
      minimum_amount: '1.00',
      maximum_amount: '90.00',
      email_restrictions: ['ada@shop.test'],
      meta_data: [{ key: 'till', value: '7' }],
    },
    answered: { meta_data: [{ id: 1, key: 'till', value: '7' }] },
  },
  setting: { body: { value: 'oz' } },
  payment_gateway: {
    body: {
      title: 'At the door',
      description: 'In cash.',
      order: 3,
      enabled: true,
      settings: { instructions: 'Ring twice.' },
    },
    answered: {
      settings: expect.objectContaining({ instructions: expect.objectContaining({ value: 'Ring twice.' }) }),
    },
  },
  webhook: {
    body: {
      name: 'Books',
      status: 'paused',
      topic: 'product.updated',
      delivery_url: 'https://books.test/',
      secret: 'another-secret',
    },
  },
  customer: {
    body: {
      email: 'cy@shop.test',
      meta_data: [{ key: 'till', value: '7' }],
      first_name: 'Cy',
      last_name: 'Leaf',
      password: 'another-kettle-8',
      billing: { city: 'Guelph' },
      shipping: { city: 'Ottawa' },
    },
    answered: {
      meta_data: [{ id: 1, key: 'till', value: '7' }],
      billing: expect.objectContaining({ city: 'Guelph' }),
      shipping: expect.objectContaining({ city: 'Ottawa' }),
    },
  },
  product_attribute: {
    body: {
      name: 'Season',
      slug: 'pa_time',
      type: 'select',
      order_by: 'name',
      has_archives: true,
      samovar: { display: 'swatch' },
    },
  },
  product_attribute_term: {
    body: { name: 'Still', slug: 'quiet', description: 'Soft', menu_order: 4, samovar: { tint: '#aabbcc' } },
  },
  ...Object.fromEntries(
    [['product_cat', aboveCategory] as const, ['product_brand', aboveBrand] as const].map(([name, { id }]) => [
      name,
      {
        body: {
          name: 'Smoke',
          slug: 'of-smoke',
          description: 'Pine',
          parent: id,
          display: 'both',
          image: null,
          menu_order: 3,
          samovar: { tint: '#aabbcc' },
        },
      },
    ]),
  ),
  product_shipping_class: { body: { name: 'Fragile', slug: 'glass', description: 'Breaks' } },
  product_tag: { body: { name: 'Malty', slug: 'malt', description: 'As bread' } },
  product_review: {
    body: {
      product_id: referenceIds.onSale,
      status: 'hold',
      reviewer: 'Dora',
      reviewer_email: 'dora@shop.test',
      review: 'Better',
      rating: 5,
    },
    answered: { review: expect.stringContaining('Better') },
  },
  post: {
    body: {
      title: 'Teapots',
      content: '<p>Clay</p>',
      excerpt: 'Short',
      slug: 'teapots',
      status: 'private',
      date: '2026-11-01T00:00:00',
      date_gmt: '2026-11-01T04:00:00',
      author: editor.id,
      version: 2,
      featured_media: picture.id,
      comment_status: 'closed',
      categories: [category.id],
      tags: [postTag.id],
    },
    answered: {
      title: { raw: 'Teapots', rendered: 'Teapots' },
      content: expect.objectContaining({ raw: '<p>Clay</p>' }),
      excerpt: expect.objectContaining({ raw: 'Short' }),
      version: 3,
    },
  },
  page: {
    body: {
      title: 'House',
      content: '<p>Stone</p>',
      excerpt: 'Short',
      slug: 'house',
      status: 'private',
      date: '2026-11-01T00:00:00',
      date_gmt: '2026-11-01T04:00:00',
      author: editor.id,
      version: 2,
      featured_media: picture.id,
      comment_status: 'open',
      parent: above.id,
      menu_order: 3,
    },
    answered: {
      title: { raw: 'House', rendered: 'House' },
      content: expect.objectContaining({ raw: '<p>Stone</p>' }),
      excerpt: expect.objectContaining({ raw: 'Short' }),
      version: 3,
    },
  },
  project: {
    body: {
      title: 'Tea room',
      content: '<p>Pine</p>',
      excerpt: 'Short',
      slug: 'tea-room',
      status: 'private',
      date: '2026-11-01T00:00:00',
      date_gmt: '2026-11-01T04:00:00',
      author: editor.id,
      version: 2,
      featured_media: picture.id,
      project_category: [projectCategory.id],
      pictures: [picture.id],
      video: 'https://player.vimeo.com/video/42',
    },
    answered: {
      title: { raw: 'Tea room', rendered: 'Tea room' },
      content: expect.objectContaining({ raw: '<p>Pine</p>' }),
      excerpt: expect.objectContaining({ raw: 'Short' }),
      version: 3,
    },
  },
  attachment: {
    body: { title: 'A tin', alt_text: 'A green tin', caption: 'New', focal_point: { x: 20, y: 80 } },
    answered: {
      title: { raw: 'A tin', rendered: 'A tin' },
      caption: { raw: 'New', rendered: '<p>New</p>\n' },
    },
  },
  category: { body: { name: 'Gardens', slug: 'of-gardens', description: 'Hills' } },
  tag: { body: { name: 'Pressed', slug: 'as-pressed', description: 'Cakes' } },
  project_category: { body: { name: 'Rooms', slug: 'tea-rooms', description: 'Walls' } },
  user: {
    body: {
      name: 'Ed',
      first_name: 'Edith',
      last_name: 'Pen',
      email: 'ed@shop.test',
      password: 'another-kettle-9',
      roles: ['shop_manager'],
      // People can change only their own preferences.
      woocommerce_meta: {},
    },
  },
  'application-password': { body: { name: 'Scales' } },
}

const forEditors = (path: string) => (/^\/(wp\/|wc\/v3\/products\/)/.test(path) ? `${path}?context=edit` : path)

/** Another value of the same type. */
function otherValue(type: unknown, value: unknown): unknown {
  if (type === 'boolean') return value !== true
  if (type === 'integer' || type === 'number') return Number(value) + 1
  if (type === 'array') return [{ id: 7 }]
  return type === 'object' ? { raw: 'other' } : '2020-01-01T00:00:00'
}

const writtenElsewhere = new Set([
  ...['batch', 'product', 'product_variation', 'comment', 'tax', 'system_status_tool'],
  ...['shipping_zone', 'shipping_zone_location', 'shipping_zone_method'],
])

describe('[API-01] what can be changed is what the schema says', () => {
  const writable = resources.filter(({ name }) => changes[name] !== undefined)

  test('every kind that can be changed is', () => {
    const withPut = restCalls.filter(({ methods }) => methods.includes('PUT'))
    const titles = withPut.map(({ response }) => itemShapeOf(response)?.meta()?.title).filter((title) => title)
    expect(Object.keys(changes).toSorted()).toEqual(
      // Other tests write these kinds completely; a batch and a tool have nothing to change.
      [...new Set(titles)].filter((title) => !writtenElsewhere.has(title ?? '')).toSorted(),
    )
  })

  test.each(writable)('$name takes every field that is not said to be read-only', async ({ name, path }) => {
    const { body = {}, answered = {}, at = path } = changes[name] ?? {}
    const properties = await schemaOf(path)
    const open = Object.keys(properties).filter((field) => properties[field]?.readonly !== true)
    expect(Object.keys(body).toSorted()).toEqual(open.toSorted())
    expect(await call('PUT', at, body)).toMatchObject({ status: 200 })
    const changed = Object.entries({ ...body, ...answered }).filter(([field]) => !sentOnly[name]?.includes(field))
    expect(await first(forEditors(at))).toMatchObject(Object.fromEntries(changed))
  })

  test.each(writable)('$name keeps every field that is said to be', async ({ path }) => {
    const before = await first(forEditors(path))
    const closed = Object.entries(await schemaOf(path)).filter(
      ([field, schema]) => schema.readonly === true && field in before,
    )
    expect(closed.length).toBeGreaterThan(0)
    for (const [field, { type }] of closed) {
      // A read-only field is ignored or refused.
      const { status } = await call('PUT', path, { [field]: otherValue(type, before[field]) })
      expect([field, [200, 400, 403].includes(status)]).toEqual([field, true])
    }
    expect(await first(forEditors(path))).toMatchObject(
      Object.fromEntries(closed.map(([field]) => [field, before[field]])),
    )
  })

  test.each([
    ['shop_order_refund', `${orderPath}/refunds`, paths.restRefunds],
    ['order_note', `${orderPath}/notes`, paths.restOrderNotes],
  ])('a new %s takes every field that is not said to be read-only', async (_, path, route) => {
    const properties = await schemaOf(path)
    const open = Object.keys(properties).filter((field) => properties[field]?.readonly !== true)
    const creating = restCalls.find((one) => one.path === route && one.methods.includes('POST'))
    expect(Object.keys(creating?.body.shape ?? {}).toSorted()).toEqual(open.toSorted())
  })
})
