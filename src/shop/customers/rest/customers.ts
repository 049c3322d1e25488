import { z } from 'zod'
import * as addresses from '../../../people/addresses/address-json.ts'
import { type Account, namesOf } from '../../../people/identity/accounts.store.ts'
import { passwordError } from '../../../people/identity/passwords/new-password.ts'
import { isStaff, roles } from '../../../platform/access/permissions.ts'
import { priceString } from '../../../platform/money/money.ts'
import { forbiddenErrors } from '../../../platform/rest/call.ts'
import { ids, readOnly, search, sentOnly, toEmail } from '../../../platform/rest/fields.ts'
import {
  allFixed,
  emailText,
  fixed,
  type Item,
  itemShape,
  metaList,
  time,
  writeOnly,
} from '../../../platform/rest/item-shape.ts'
import { itemLinks } from '../../../platform/rest/links.ts'
import { type Meta, mergeMeta, sentMeta } from '../../../platform/rest/meta.ts'
import { MAX_ID } from '../../../platform/rest/params.ts'
import { defineResource } from '../../../platform/rest/resource.ts'
import { errorOf, type RestError } from '../../../platform/rest/response.ts'
import { timeFields } from '../../../platform/time/shop-time.ts'
import { paths } from '../../../platform/web/routes.ts'
import { customersWrite } from '../capabilities.ts'
import * as store from '../customers.store.ts'

/** `orders_count` and `total_spent` are those of `wc/v2`, which `wc/v3` no longer has. */
const customerSchema = itemShape('customer', {
  ...allFixed({ id: z.int(), date_created: time, date_created_gmt: time, date_modified: time }),
  date_modified_gmt: fixed(time),
  email: emailText,
  first_name: z.string(),
  last_name: z.string(),
  ...allFixed({ role: z.enum(roles), username: z.string() }),
  password: writeOnly(z.string()),
  billing: addresses.billingSchema,
  shipping: addresses.shippingSchema,
  ...allFixed({ is_paying_customer: z.boolean(), avatar_url: z.string() }),
  meta_data: metaList,
  ...allFixed({ orders_count: z.int(), total_spent: z.string() }),
})

/** Custom fields set by API clients; the back office's own preferences are stored beside them. */
const metaOf = ({ meta }: Pick<Account, 'meta'>) => (meta.meta_data ?? []) as readonly Meta[]

/** Keys that WooCommerce stores as metadata and this shop as fields. */
const isInternal = (key: string): boolean =>
  /^(_|billing_|shipping_|(first_name|last_name|nickname|description|locale|session_tokens)$|wp_)/.test(key)

const customerJson = (customer: store.Customer, url: string) => {
  const { firstName, lastName } = namesOf(customer)
  const { billing, shipping } = customer
  return {
    id: customer.id,
    ...timeFields('date_created', customer.createdAt),
    ...timeFields('date_modified', customer.updatedAt),
    email: customer.email,
    first_name: firstName,
    last_name: lastName,
    role: customer.role,
    username: customer.email,
    billing: { ...addresses.addressJson(billing), email: billing.email ?? '', phone: billing.phone ?? '' },
    shipping: { ...addresses.addressJson(shipping), phone: shipping.phone ?? '' },
    is_paying_customer: customer.orderCount > 0,
    avatar_url: '',
    meta_data: metaOf(customer),
    orders_count: customer.orderCount,
    total_spent: priceString(customer.spentCents),
    _links: itemLinks(url + paths.restCustomers, customer.id),
  } satisfies Item<typeof customerSchema>
}

export type CustomerJson = ReturnType<typeof customerJson>

const email = z.string().transform(toEmail)
const name = z.string().trim().max(100).optional()

const fields = z.object({
  email,
  first_name: name,
  last_name: name,
  password: z.string().optional(),
  billing: addresses.addressFields.optional(),
  shipping: addresses.addressFields.optional(),
  meta_data: sentMeta,
  ...readOnly('id', 'role', 'username', 'is_paying_customer', 'avatar_url', 'orders_count', 'total_spent'),
  ...readOnly('date_created', 'date_created_gmt', 'date_modified', 'date_modified_gmt', '_links'),
})
const changeFields = fields.partial()

export const customerNotFound = errorOf(404, 'wc_user_invalid_id', 'Invalid user ID.')
const invalid = (code: string, message: string): RestError => ({ status: 400, code, message })
const isTaken = 'An account is already registered with this email address.'
const exists = invalid('registration-error-email-exists', isTaken)
const takenByAnother = invalid('woocommerce_rest_customer_invalid_email', isTaken)
const hasId = invalid('woocommerce_rest_customer_exists', 'Cannot create existing resource.')
const fixedUsername = invalid('woocommerce_rest_customer_invalid_argument', "Username isn't editable.")
const badReassign = invalid('woocommerce_rest_customer_invalid_reassign', 'Invalid resource id for reassignment.')

const emptyAccount: Pick<Account, 'name' | 'meta' | 'billing' | 'shipping'> = {
  name: '',
  meta: {},
  billing: {},
  shipping: {},
}

function changeOf(body: z.output<typeof changeFields>, before: typeof emptyAccount): store.CustomerChange {
  const { firstName, lastName } = namesOf(before)
  const { first_name, last_name, billing, shipping } = body
  const hasNames = first_name !== undefined || last_name !== undefined
  return sentOnly({
    email: body.email,
    // An empty password counts as omitted.
    password: body.password === '' ? undefined : body.password,
    meta: body.meta_data && { ...before.meta, meta_data: mergeMeta(metaOf(before), body.meta_data, isInternal) },
    names: hasNames ? { firstName: first_name ?? firstName, lastName: last_name ?? lastName } : undefined,
    billing: billing && addresses.withAddressFields(before.billing, billing),
    shipping: shipping && addresses.withAddressFields(before.shipping, shipping),
  }) as store.CustomerChange
}

const passwordErrorOf = (
  shop: store.CustomerShop,
  before: Pick<Account, 'name' | 'email'>,
  change: store.CustomerChange,
) => {
  const name = change.names ? `${change.names.firstName} ${change.names.lastName}`.trim() : before.name
  return passwordError(shop, change.password, { email: change.email ?? before.email, name })
}

const problems = {
  'email-taken': takenByAnother,
  gone: customerNotFound,
  staff: { ...forbiddenErrors.edit, status: 403 } as RestError,
}

export const customerCalls = defineResource({
  name: 'customer',
  path: paths.restCustomers,
  capability: customersWrite,
  notFound: customerNotFound,
  json: (customer: store.Customer, shop: store.CustomerShop) => customerJson(customer, shop.url),
  response: customerSchema,
  query: {
    search,
    email: z
      .string()
      .transform((text, context) => (text === '' ? '' : toEmail(text, context)))
      .default(''),
    role: z.enum(['all', ...roles]).default('customer'),
    include: ids,
    exclude: ids,
    order: z.enum(['asc', 'desc']).default('asc'),
    orderby: z.enum(['id', 'include', 'name', 'registered_date']).default('name'),
  },
  list: (shop, { role, ...query }) => store.readCustomers(shop.db, { ...query, roles: role === 'all' ? [] : [role] }),
  get: (shop, id) => store.readCustomer(shop.db, id),
  fields: { create: fields, update: changeFields },
  async create(shop, body) {
    if (body.id !== undefined) return hasId
    const change = { ...changeOf(body, emptyAccount), email: body.email }
    const refusal = await passwordErrorOf(shop, { ...emptyAccount, email: body.email }, change)
    if (refusal) return refusal
    const saved = await store.createCustomer(shop, change)
    return saved.ok ? saved.customer : { ...problems, 'email-taken': exists }[saved.problem]
  },
  async update(shop, before, body) {
    if (body.username !== undefined && body.username !== before.email) return fixedUsername
    const change = changeOf(body, before)
    const refusal = isStaff(before) ? null : await passwordErrorOf(shop, before, change)
    if (refusal) return refusal
    const saved = await store.updateCustomer(shop, before.id, change)
    return saved.ok ? saved.customer : problems[saved.problem]
  },
  deletion: { reassign: z.int().min(0).max(MAX_ID).default(0) },
  async delete(shop, customer, { reassign }) {
    if (isStaff(customer)) return { ...forbiddenErrors.delete, status: 403 }
    if (reassign === customer.id || (reassign > 0 && !(await store.readCustomer(shop.db, reassign)))) return badReassign
    return store.deleteCustomer(shop, customer.id, reassign)
  },
  noTrash: errorOf(501, 'woocommerce_rest_trash_not_supported', 'Customers do not support trashing.'),
})
