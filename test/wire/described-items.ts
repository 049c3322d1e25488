import sharp from 'sharp'
import { expect } from 'vitest'
import { writeOrder } from '../support/orders.ts'
import { referenceIds } from '../support/reference-shop.ts'
import { openShop } from '../support/shop.ts'
import { createSignedInUser } from '../support/users.ts'
import { type OpenApi, problemsWith } from './openapi-check.ts'

export type Schema = {
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
export type Options = {
  readonly namespace: string
  readonly schema?: Schema & { readonly $schema: string }
  readonly _links?: object
}
export type Item = Record<string, unknown> & { readonly id: number; readonly uuid: string }

export type DescribedItems = Awaited<ReturnType<typeof openDescribedItems>>

/** A shop with an item of each kind that the REST API describes, the path of each, and what its OPTIONS response says. */
export async function openDescribedItems() {
  const now = new Date('2026-11-21T12:00:00Z')
  const { app, shop, db } = await openShop({ now: () => now })
  const document = (await (await app.request('/wp-json/samovar/v1/openapi.json')).json()) as OpenApi
  const owner = await createSignedInUser(shop, 'administrator', 'Olive Owner')
  const editor = await createSignedInUser(shop, 'editor', 'Edith Editor')

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

  const resources = Object.entries(addresses).map(([name, path]) => ({ name, path }))
  const schemaOf = async (path: string) => (await optionsOf(path)).schema?.properties ?? {}
  const first = async (path: string): Promise<Item> => {
    const { json, items } = await call('GET', path)
    const [item] = Array.isArray(json) ? items : [json]
    if (item === undefined) throw new Error(`${path} is empty`)
    return item
  }

  return {
    owner,
    orderPath,
    addresses,
    resources,
    call,
    optionsOf,
    pathOf,
    schemaOf,
    first,
    above,
    aboveBrand,
    aboveCategory,
    category,
    customer,
    editor,
    pending,
    picture,
    postTag,
    projectCategory,
  }
}
